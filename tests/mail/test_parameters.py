"""The parameters of a header, as RFC 2231 has them and as mail programs write them."""

import pytest

from judge.mail import body
from judge.mail.mime import parameters
from tests.mail.our import ARRIVED, OURS

READ = {
    "text/plain": {},
    "text/plain; charset=utf-8": {"charset": "utf-8"},
    'a; Charset="utf-8" ; format=flowed': {"charset": "utf-8", "format": "flowed"},
    r'a; name="a \"b\"; c=d.txt"': {"name": 'a "b"; c=d.txt'},
    'a; name="open': {"name": "open"},
    "a; name=one; name=two": {"name": "one"},
    "a; name*=utf-8''Z%C3%BCge.txt": {"name": "Züge.txt"},
    "a; name*=iso-8859-1'de'Z%FCge": {"name": "Züge"},
    'a; name*0="or"; name*1="ders"': {"name": "orders"},
    'a; name*1="ders"; name*0="or"': {"name": "orders"},
    "a; name*0*=utf-8''%C3; name*1*=%BC; name*2=x%41": {"name": "üx%41"},
    "a; name*=utf-8''x.pdf; name*1=y": {"name": "x.pdfy"},
    "a; charset*=us-ascii; charset*1*=b": {"charset": "us-asciib"},
    "a; name*=x-odd''%FF": {"name": "ÿ"},
    "a; name*='": {"name": "'"},
    "a; name=plain; name*=utf-8''other": {"name": "plain"},
    "a; *=x; =y; ;; name": {},
}


@pytest.mark.parametrize("value", READ)
def test_parameters_are_read(value: str) -> None:
    assert parameters(value) == READ[value]


ODD = (
    b"Content-Type: text/plain; charset*=us-ascii; charset*1*=b\n",
    b"Content-Type: text/plain; charset*=us-ascii; charset*1=b\n",
    b"Content-Type: text/plain; format*1=flowed; format*=x\n",
    b"Content-Type: text/plain; boundary*=a; boundary*1=b\n",
    b"Content-Disposition: inline; filename*=utf-8''x; filename*1=y\n",
    b"Content-Type: multipart/mixed; boundary*=utf-8''x; boundary*1=y\n",
)


@pytest.mark.parametrize("header", ODD)
def test_orders_below_odd_parameters_are_read(header: bytes) -> None:
    raw = b"From: fr@example.org\n" + header + b"\nA Par - Bur\n"
    (line,) = body.read_letter(raw, ARRIVED, OURS).lines
    assert (line.text, line.ignored) == ("A Par - Bur", "")


def test_orders_beside_an_attachment_with_odd_parameters_are_read() -> None:
    raw = (
        b"From: fr@example.org\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nA Par - Bur\n"
        b"--b\nContent-Type: application/pdf; name*=utf-8''x.pdf; name*1=y\n\nx\n--b--\n"
    )
    first, attached = body.read_letter(raw, ARRIVED, OURS).lines
    assert (first.text, first.ignored) == ("A Par - Bur", "")
    assert attached.text == "[x.pdfy]"
