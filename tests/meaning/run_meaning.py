"""What people mean: entries of CASES.jsonl through `judge parse --json`, and mails (key "mail": HTML, quotes, press replies)
through a real spool: a standard game by mail at its opening, one entry a seat.

usage: run_meaning.py CASES.jsonl [--show N] [--min PERCENT]     from a checkout's root; JUDGE overrides .venv/bin/judge

right in full: exactly `take` (and what `may` allows) is taken, every line of `ask` is answered, no line of `quiet` is a problem
misread: an order was taken that is in neither `take` nor `may` (the worst)
lost: an order of `take` was not taken and its line not answered, or a line of `ask` was silently ignored
asked needlessly: an order of `take` was asked back, or a line of `quiet` was
Exit status 0 only if nothing is misread and at least PERCENT (95) of the entries are right in full.
"""
import argparse, glob, json, os, re, subprocess, sys, tempfile, time
from collections import Counter, defaultdict
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path

EXE = os.path.abspath(os.environ.get('JUDGE', '.venv/bin/judge'))
POWERS = ['Austria', 'England', 'France', 'Germany', 'Italy', 'Russia', 'Turkey']
CANON = r'[AF] [A-Z]{3}(?:/[A-Z]{2})? (?:H|D|B|(?:-|S|C|R) [A-Z][A-Z/ -]*)'


def norm(order):
    order = re.sub(r' VIA$', '', order)
    return re.sub(r'( S .*) H$', r'\1', order) if ' S ' in order else order


def key(order):
    """The unit (or minor) that an order is for: the last order for it counts."""
    if order.startswith('BID'):
        return 'BID ' + ' '.join(order.split()[2:])
    if order == 'WAIVE':
        return order
    order = re.sub(r'^DP \d+: ', 'DP ', order)
    return ' '.join(order.split()[:3 if order.startswith('DP') else 2]).split('/')[0]


def by_parse(entries):
    """{id: (orders, {order: lines}, answered lines)} of the entries that are only text."""
    asked = [{'id': e['id'], 'variant': e['variant'], 'phase': e['phase'], 'power': e['power'], 'text': e['text'],
              'units': e['units']} for e in entries]
    for e in asked:
        if e['phase'].endswith('I') or not e['units']:
            e.pop('units')
    p = subprocess.run([EXE, 'parse', '--json'], input='\n'.join(map(json.dumps, asked)) + '\n', text=True, capture_output=True)
    answers = {}
    for line in p.stdout.splitlines():
        if line.strip():
            a = json.loads(line)
            answers[a.get('id')] = a
    out = {}
    for e in entries:
        a = answers.get(e['id'], {'error': p.stderr[-200:] or 'no answer'})
        if 'error' in a:
            out[e['id']] = None, a['error']
            continue
        own, kind = set(e.get('own', e['units'])), e['phase'][-1]
        foreign = set(e['units']) - own if e['variant'] in ('standard', '1900') else set()
        got, answered = {}, set()
        for item in a['lines']:
            n = item['line']
            if 'order' in item:
                unit = ' '.join(item['order'].split()[:2])
                # `judge parse` knows no owners, and no board in retreats and builds: the judge itself refuses these
                no_unit = unit not in own and (kind == 'R' or kind == 'A' and item['order'].endswith(' D'))
                if item.get('phase', e['phase']) != e['phase'] or unit in foreign or no_unit:
                    answered.add(n)
                else:
                    got.pop(key(item['order']), None)
                    got[key(item['order'])] = item['order']
            elif 'problem' in item or 'command' in item or re.search(r'until|waits|later phase', item.get('ignored', '')):
                answered.add(n)
        out[e['id']] = set(got.values()), answered
    return out


class Spool:
    def __init__(self, home):
        self.home, self.count, self.start = home, 0, time.time() - 60
        subprocess.run([EXE, 'init', home], check=True, capture_output=True)
        path = f'{home}/judge.toml'
        toml = Path(path).read_text()
        for limit in ('answers_an_hour', 'press_an_hour'):
            toml = re.sub(rf'^{limit} = \d+', f'{limit} = 100000', toml, flags=re.M)
        # Newcomers are asked to confirm their address; where that is so, not here.
        toml = re.sub(r'^confirm = .*$', 'confirm = "no"', toml, flags=re.M)
        Path(path).write_text(toml)
        os.makedirs(f'{home}/in/new', exist_ok=True)

    def drop(self, sender, to, subject, text, html=False, reply=''):
        self.count += 1
        m = EmailMessage(policy=policy.SMTP)
        m['From'], m['To'], m['Subject'], m['Message-ID'] = sender, to, subject, f'<m{self.count}@x.example>'
        m['Date'] = formatdate()
        if reply:
            m['In-Reply-To'] = m['References'] = reply
        m.set_content(text, **({'subtype': 'html'} if html else {}))
        name = f'{self.home}/in/new/{self.count:06d}.x'
        Path(name).write_bytes(m.as_bytes())
        os.utime(name, (self.start + self.count * .01,) * 2)
        return m['Message-ID']

    def run(self):
        p = subprocess.run([EXE, 'run', '--spool', self.home], capture_output=True, text=True)
        if p.returncode or p.stderr.strip():
            print('judge run:', p.returncode, p.stderr.strip()[-300:], file=sys.stderr)

    def sent(self):
        return [message_from_bytes(Path(f).read_bytes(), policy=policy.default) for f in sorted(glob.glob(f'{self.home}/out/new/*'))]


def body(m):
    part = m.get_body(('plain',))
    return part.get_content() if part else ''


def by_mail(entries):
    """The same for entries that need a real mail: each gets a fresh seat of a standard game at its opening."""
    out, seat, used = {}, {}, defaultdict(int)
    for e in entries:
        used[e['power']] += 1
        seat[e['id']] = f"g{used[e['power']]}", e['power']
    games = sorted({g for g, _ in seat.values()})
    if not games:
        return out
    with tempfile.TemporaryDirectory() as tmp:
        s = Spool(f'{tmp}/spool')
        who = lambda g, p: f'{p.lower()}.{g}@x.example'
        for g in games:
            for p in POWERS:
                s.drop(who(g, p), 'judge@localhost', 'hello', 'REGISTER Player, UTC\n')
            s.drop(f'gm.{g}@x.example', 'judge@localhost', 'hello', f'REGISTER Master, UTC\nCREATE {g} standard moves=30d\n')
        s.run()
        for g in games:
            for p in POWERS:
                s.drop(who(g, p), 'judge@localhost', 'hello', f'JOIN {g} as {p}\n')
        s.run()
        address = {}
        for m in s.sent():
            r = re.search(r'judge\+(\w+)\.(\w+)\.\w+@localhost', str(m['Reply-To'] or ''))
            if r:
                address[r[1], r[2].capitalize()] = r[0]
        letters = {}
        for e in entries:
            if e.get('press_from'):
                g, p = seat[e['id']]
                s.drop(who(g, e['press_from']), address.get((g, e['press_from']), 'judge@localhost'), 'press',
                       f"PRESS TO {p}\n{e['press_text']}\nENDPRESS\n")
        s.run()
        before = s.sent()
        for e in entries:
            g, p = seat[e['id']]
            text, subject, reply = e.get('html') or e['text'] + '\n', f'Re: [{g}] Spring 1901 movement: the game begins', ''
            if e.get('press_from'):
                press = [m for m in before if who(g, p) in str(m['To']) and e['press_text'] in ' '.join(body(m).split())]
                if press:
                    subject, reply = f"Re: {press[0]['Subject']}", str(press[0]['Message-ID'])
                    text += '\nOn Mon, 2 Nov 2026 at 10:00, The Judge wrote:\n' + ''.join(f'> {l}\n' for l in body(press[0]).splitlines())
            letters[e['id']] = s.drop(who(g, p), address.get((g, p), 'judge@localhost'), subject, text, 'html' in e, reply)
        known = {str(m['Message-ID']) for m in before}
        s.run()
        new = [m for m in s.sent() if str(m['Message-ID']) not in known]
        for e in entries:
            g, p = seat[e['id']]
            acks = [body(m) for m in new if letters[e['id']] in str(m['In-Reply-To'] or '') and who(g, p) in str(m['To'])]
            if not acks:
                out[e['id']] = None, 'no answer came'
                continue
            got, answered, taken, section = set(), set(), {}, ''
            for line in acks[0].splitlines():
                if re.match(r'[A-Z][A-Z0-9 ]{7,}', line):
                    section = line
                m = re.fullmatch(rf'\s*(?:(\S+)\s+)?({CANON})(?:  .*)?\s*', line)
                if section.startswith('YOUR ORDERS') and m:
                    got.add(m[2].strip())
                elif m and m[1] == 'taken':
                    taken[key(m[2])] = m[2].strip()
                if not section.startswith('NOT READ'):
                    answered |= {int(n) for n in re.findall(r'\blines? (\d+)', line)}
            if 'YOUR ORDERS' not in acks[0]:
                got = set(taken.values())
            if e.get('press_from'):
                first = e['text'].splitlines()[0]
                told = any(who(g, e['press_from']) in str(m['To']) and first in ' '.join(body(m).split()) for m in new)
                said = '\n'.join(l for l in acks[0].splitlines() if e['press_text'] not in l)
                if told or re.search(r'\bpress\b', said, re.I):
                    answered |= set(e['ask'])
            out[e['id']] = got, answered
    return out


def judged(e, got, answered):
    """(class, what is wrong) of one entry."""
    if got is None:
        return 'lost', [f'error: {answered}']
    got = {norm(o) for o in got}
    take, may = [norm(o) for o in e['take']], {norm(o) for o in e.get('may', ())}
    misread = sorted(got - set(take) - may)
    lines = dict(zip(take, e.get('take_lines', ())))
    missing = [o for o in take if o not in got]
    # a line of `ask` that also holds an order is answered when its order is taken or it is a problem
    silent = [n for n in e['ask'] if n not in answered]
    lost = [o for o in missing if lines.get(o) not in answered] + [f'line {n} ignored' for n in silent]
    needless = [o for o in missing if lines.get(o) in answered] + [f'line {n} asked' for n in e['quiet'] if n in answered]
    wrong = [f'TOOK {o}' for o in misread] + [f'LOST {o}' for o in lost] + [f'ASKED {o}' for o in needless]
    return 'misread' if misread else 'lost' if lost else 'asked needlessly' if needless else 'right in full', wrong


def main():
    a = argparse.ArgumentParser()
    a.add_argument('cases')
    a.add_argument('--show', type=int, default=10)
    a.add_argument('--min', type=float, default=95)
    a = a.parse_args()
    entries = [json.loads(l) for l in Path(a.cases).read_text(encoding='utf-8').splitlines() if l.strip()]
    result = by_parse([e for e in entries if not e.get('mail')])
    result.update(by_mail([e for e in entries if e.get('mail')]))
    classes = ['right in full', 'misread', 'lost', 'asked needlessly']
    count, kinds, bad = Counter(), defaultdict(Counter), []
    for e in entries:
        kind, wrong = judged(e, *result[e['id']])
        count[kind] += 1
        kinds[e['kind']][kind] += 1
        if wrong:
            bad.append((classes.index(kind), e, wrong))
    bad.sort(key=lambda b: b[0])
    for rank, e, wrong in bad[:a.show]:
        typed = ' | '.join((e.get('text') or e['html']).splitlines())
        print(f"{classes[rank]:16} {e['id']} {e['kind']} ({e['variant']}, {e['power']}): {'; '.join(wrong)}\n{'':17}{typed[:220]}")
    for kind in sorted(kinds):
        print(f"{kind:18}", ', '.join(f'{kinds[kind][c]} {c}' for c in classes if kinds[kind][c]))
    percent = 100 * count['right in full'] / max(1, len(entries))
    print(f"{len(entries)} entries: {count['right in full']} right in full ({percent:.1f} %), {count['misread']} misread, "
          f"{count['lost']} lost, {count['asked needlessly']} asked needlessly")
    sys.exit(0 if not count['misread'] and percent >= a.min else 1)


if __name__ == '__main__':
    main()
