"""Replies to our mails: of yes and no as people write them, in six languages, and how they come."""

from collections.abc import Sequence

from tests.game.world import Sent, World

YES = (
    *(
        "Yes",
        "yes.",
        "YES!",
        "Yes please",
        "Yes, please.",
        "Yes, fine with me",
        "ok",
        "OK.",
        "Okay",
    ),
    *("y", "yep", "Sure thing, thanks", "k", "By all means", "Good, do it", "OK with me"),
    *("Thanks, do that", "Sure, go ahead", "Please do.", "Yes, do that please", "Of course"),
    *("Yes, that is what I meant", "I'm ready, go ahead", "Sounds good!", "Agreed.", "👍"),
    *("Hi judge,\n\nyes please.\n\nBest,\nMarie", "Yes\n\nSent from my iPhone"),
    *("Ja", "Ja, bitte", "Ja, gerne.", "Einverstanden", "Ja, so war das gemeint", "Von mir aus"),
    *("Oui", "Oui, merci", "D'accord", "Ça me va", "Sí", "Sí, por favor", "De acuerdo, gracias"),
    *("Alright then", "Perfect, thanks", "Why not, yes", "Go for it", "Yes that's fine"),
    *("Sì", "Va bene", "Sì, grazie", "Ja graag", "Prima", "Doe maar", "Mij best"),
    *("Okay then", "I'm ok with that", "No objections from me", "yes from me", "Jawoll"),
    *("Meinetwegen", "Ok pour moi", "Oui, pourquoi pas"),
)
NO = (
    *(
        "No",
        "no.",
        "NO!",
        "No thanks",
        "Never mind",
        "No, thank you.",
        "Nope",
        "Please don't.",
        "Rather not",
    ),
    *("n", "nah", "Nah, leave it", "cancel", "Stop!", "No, I changed my mind"),
    *("No, I did not mean that", "Hi,\n\nno.\n\nRegards,\nMarie"),
    *("Nein", "Nein, danke", "Lieber nicht", "Non", "Non merci", "No, gracias", "Mejor no"),
    *("Not now", "Bloß nicht", "Pas maintenant", "Ahora no", "Non ora"),
    *("No grazie", "Nee", "Nee, dank je", "Liever niet"),
)


def reply(
    world: World,
    mail: Sent,
    lines: str,
    subject: str = "",
    *,
    named: bool = True,
    sender: str = "",
) -> list[Sent]:
    """What comes of an answer to a mail as its reader's program makes it.

    Without ``named`` its headers name no mail; ``subject`` is another one than "Re: ...".
    """
    world.count += 1
    quoted = (f"> {line}" for line in mail.text.splitlines())
    thread = [f"In-Reply-To: {mail.head['Message-ID']}"] if named else []
    world.raw(
        "\n".join((*_head(world, mail, subject, sender), *thread, "", lines, "", *quoted)).encode()
    )
    return world.run()


def _head(world: World, mail: Sent, subject: str, sender: str) -> Sequence[str]:
    stamp = f"{world.now:%a, %d %b %Y %H:%M:%S +0000}"
    return (
        f"Received: from there by mx.judge.example; {stamp}",
        f"Delivered-To: {mail.reply_to}",
        f"From: {sender or mail.to}",
        f"To: {mail.reply_to}",
        f"Subject: {subject or f'Re: {mail.subject}'}",
        f"Message-ID: <reply{world.count}@players.example>",
        "Content-Type: text/plain; charset=utf-8",
    )
