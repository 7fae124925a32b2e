"""Words that say how something is meant: taken back, on a condition, unsure, for the judge.

All patterns are matched against ``fold.level`` text: lower case, no accents, columns as typed.
"""

import re

_OBJECT = (
    r"(?:that|this|it|them|those|these|everything|all|my|the|our|what|anything|whatever"
    r"|that one|last|previous|above|a |f |order|move|both)"
)
_TAKES_BACK = re.compile(
    r"\b(?:(?:don't|dont|do not|won't|will not|should not|shouldn't|must not|not to be|am not"
    r"|never)"
    r" (?:do|done|enter|take|taken|use|used|play|want|process|count|send|execute|going|doing)\b"
    r"|cancel\w*|scratch\w*|forget|forgot(?:ten)? (?:it|that|this)|ignore\w*|disregard\w*"
    r"|retract\w*|revok\w*|rescind\w*|undo\w*|delet\w*|erase\w*|nix|not valid"
    r"|take back|took back|taken back|taking back|scrub\w*|ditch\w*|discard\w*|nullif\w*"
    r"|retire the order"
    r"|(?:don't|do not|didn't|not|no|don t) .{0,40}\bany ?more|(?:don't|do not"
    r"|no longer) (?:like|trust|fancy|love|need)"
    r" (?:the|that|this|my|it)|dislike|regret|(?:bad|terrible|stupid|silly|poor"
    r"|rotten) (?:idea|move|plan|order)"
    r"|reconsider\w*|think better of|thought better of|not (?:happy|content|keen|convinced)"
    r"|(?:is|was|are|were)(?: now| all| just| a| an| pure| complete)* (?:void|invalid|off"
    r"|history|cancelled|nonsense|rubbish|mistake"
    r"|error|blunder|silly|stupid|quatsch|unsinn|falsch)"
    r"|set aside|throw out|thrown out|mixed (?:\w+ ){0,2}up|mix-?up|the wrong way (?:a)?round"
    r"|(?:was|were|is|are|got (?:it|that|this|them|those)) wrong|i erred|a slip"
    r"|confused (?:the|those"
    r"|these|them|my)|never ?mind|changed? my mind|change of mind|no longer|not any ?more"
    r"|obsolete|superseded"
    r"|(?:my|a|was a|by) mistake|on second thoughts?|second thoughts|rather not|better not|or not"
    r"|not (?:this|that|now|yet|really|after|today|any|so|like|for)|no way|called off|call off|off"
    r" the table|"
    r"(?:scrap\w*|strike|struck|drop|dropped|remove|removed|withdraw|withdrawn|skip|skipped|leave"
    r" out|take back|took back|taken back|kill)(?= *(?:" + _OBJECT + r"|out|$|[.!,;)\]]))"
    r"|verwechselt|vertauscht|vertan|war falsch|trompee?|me suis tromp\w*|ho sbagliato"
    r"|mi sono sbagliat\w*|me equivoque|me he equivocado|heb me vergist|was fout"
    r"|gestrichen|streich\w*|storn\w*|annullier\w*|vergiss|vergesst|vergessen|verworfen"
    r"|hinfallig|doch nicht|lieber nicht|besser nicht|nicht mehr|ungultig|zuruckgezogen"
    r"|zurucknehm\w*|nehme .{0,20}zuruck|entfallt|loschen?|losch|ignorier\w*"
    r"|annul\w*|oubli\w*|laiss\w* tomber|plus valable|finalement (?:non|pas)|plutot pas|supprim\w*"
    r"|ignorez|raye\w*|efface\w*|a retirer|retire[rz]?"
    r"|lascia\w* (?:perdere|stare)|dimentic\w*|non piu|cancella\w*|meglio (?:di )?no|ignora\w*"
    r"|elimina (?:l|il|la|quest|quell)\w*|revoc\w*|ritir(?:o|a|ato|are) (?:l|il|la|quest)\w*"
    r"|anul\w*|olvid\w*|ya no|mejor no|borr[aeo]\w*|descart\w*"
    r"|geschrapt|schrap\w*|vergeet|toch niet|niet meer|liever niet|vervallen|vervalt|ingetrokken"
    r"|negeer\w*|annuleer\w*|geannuleerd)\b"
)
_DROPS = re.compile(
    r"\W*(?:(?:and|but|so|then|also|please|ok|sorry|no|just|let's|lets|i|we|will|'ll"
    r"|would like to|want to|have"
    r" to|judge|now)\W+)*(?:scrap|strike|drop|withdraw|skip|kill|pull|bin|axe|undo|void|abort"
    r"|abandon|cut|omit"
    r"|reverse|cross out|delete|take (?:out|off)|leave out|no more|weg mit|streich\w*"
    r"|lass\w* weg)\s+"
)
"""How a line begins that takes back the order that it names behind."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_WHICH_LINE = re.compile(
    rf"\b(?:(?P<word>{'|'.join(ORDINALS)}|last|top|previous)\s+(?:one|line|order|move|entry)"
    rf"|(?:line|order|number|no\.)\s*"
    r"#?(?P<number>[1-9]\d?)\b)"
)
_SHOULD_READ = re.compile(
    r"\W*(?:(?:and|but|oops|sorry|no|wait|actually|hm+|ah|oh|please|note)\W+)*(?:(?:that|this"
    r"|the|my)\s+)?(?:(?:last|first"
    r"|second|third|fourth|fifth|previous|top)\s+)?(?:one|line|order|move|it|that"
    r"|bit)?(?:\s*#?\d)?\s*(?:(?:of course|obviously"
    r"|really)\s+)?(?:(?:should|must|ought to|was (?:meant|supposed|intended) to|is (?:meant"
    r"|supposed) to)\s+(?:of course"
    r" )?(?:read|be|say|have (?:been|read|said))|muss(?:te)? (?:heissen|lauten)"
    r"|soll(?:te)? (?:heissen|lauten)"
    r"|doit se lire|devrait etre|doveva essere|deberia ser|moet zijn)\b[\s:]*"
)
_CORRECTS = re.compile(
    r"\W*(?:(?:and|but|oh|ah|hm+|ok|well|so)\W+)*(?:oops|ops|sorry|no|nope|wait|hang on"
    r"|hold on|actually|or rather"
    r"|correction|corrected|i mean(?:t)?|make (?:that|it)|on second thoughts?|instead|rather"
    r"|changed my mind|scratch that"
    r"|my mistake|korrektur|nein|ach nein|doch lieber|stattdessen|plutot|non|en fait|pardon"
    r"|anzi|correzione|scusa(?:te)?"
    r"|mejor|perdon|correccion|nee|toch liever|correctie)\b"
)
"""How a sentence begins that puts something right."""
_INSTEAD = re.compile(
    r"\b(?:rather|instead|after all|on reflection|come to think|thinking about it|doch|lieber"
    r"|stattdessen|plutot"
    r"|finalement|piuttosto|invece|mejor|en cambio|liever|toch)\b"
)
"""Words of a sentence that wants something else than was said before."""
_FAILING = re.compile(
    r"\W*(?:or else|or|failing that|alternatively|otherwise|as a (?:fallback|backup"
    r"|second choice)|second choice|plan b"
    r"|if (?:not|that fails|that is not possible)|notfalls|ersatzweise|oder|sonst|a defaut"
    r"|sinon|ou|in alternativa"
    r"|oppure|altrimenti|en su defecto|o si no|of|anders)\b"
)
"""How a sentence begins that names another choice."""
_WITHDRAWN = re.compile(
    r"\W*(?:but |and |sorry |no )*(?:void|withdrawn|dropped|scrapped|removed|struck(?: out)?"
    r"|deleted"
    r"|off|old|wrong|nope|nah|no|not|none|neither|never|nicht|nein|kein|pas|non|ne|jamais|mai|no"
    r"|nunca|niet|nee|geen|zuruck|undone|outdated)\W*"
)
_OPENS_DENYING = re.compile(
    r"\W*(?:but |and |oder |ou |o |of |or )*(?:not|nicht|pas|ne|non|niet|no(?! (?:order\w*"
    r"|retreat|convoy|support\w*|hard|offen\w+|problem\w*|surprise|worries"
    r"|doubt|matter|change|hurry|comment\w*|need|time|idea|news|thanks|one|more|other|sweat"
    r"|pressure|risk|fear))"
    r"|kein\w*|geen)\b"
)
"""How a remark begins that denies the order beside it."""
_ENDS_DENYING = re.compile(
    r"(?<!why )(?<!warum )(?<!pourquoi )(?<!perche )(?<!que )(?<!waarom )(?<!of course )"
    r"\b(?:not|nicht|niet|pas|non|no)\W*$"
)
"""And how one ends."""
_CONDITION = re.compile(
    r"\b(?:failing that|if that fails|as a fallback|second choice|only (?:with|when|after|by"
    r"|on)|nur (?:mit|nach|bei)|seulement (?:avec|apres)"
    r"|solo (?:con|dopo)"
    r"|alleen (?:met|na)|if|unless|only if|in case|provided(?: that)?|providing|as long as"
    r"|so long as"
    r"|assuming|supposing|except if|depend(?:s|ing|ent)?(?: on)?|conditional\w*|on condition"
    r"|in the event|subject to|awaiting|waiting (?:for|to|on)|wait for|pending|based on|whether"
    r"|in which case"
    r"|after (?:he|she|they|i|we|you|hearing)|before (?:he|she|they)|till|when(?!ever)|as soon as"
    r"|contingent|assumed|hoping (?:for|that)|if he|once|should (?:he|she|they|russia|italy"
    r"|france|germany|austria|turkey|england)"
    r"|whichever|whatever|wherever|whoever|until"
    r"|otherwise"
    r"|wenn|falls|sofern|es sei denn|auss?er wenn|vorausgesetzt|solange|sobald|sonst|andernfalls"
    r"|je nachdem|abhangig|vorbehaltlich|bis (?:er|sie|ich|wir)|sofern|nur wenn|erst wenn"
    r"|selon|sous reserve|quand (?!meme)|lorsque|une fois que|a seconda|quando|appena|dipende"
    r"|subordinat\w*"
    r"|cuando|segun|depende\w*|en cuanto|a reserva|wanneer|afhankelijk|onder voorbehoud|naargelang"
    r"|si|s'il\b(?! (?:te|vous))|sauf si|a moins|a condition|pourvu que|au cas ou|sinon|tant que"
    r"|des que"
    r"|se|a meno che|purche|a patto|nel caso|qualora|salvo|altrimenti|finche|sempre che"
    r"|a menos que|siempre que|en caso|con tal|salvo que|de lo contrario|mientras"
    r"|als|tenzij|mits|indien|zolang|zodra|anders|in geval)\b"
)
_HARMLESS_CONDITION = re.compile(
    r"\bif (?:possible|you please|i may|you will|you like|you dont mind|you don't mind|at all"
    r" possible|you would|you could|it please\w* you|that is ok\w*|that's ok\w*|(?:it"
    r"|that)(?:'s| is) (?:allowed|legal|permitted|valid|fine|alright)"
    r"|it(?:'s| is) not too (?:much trouble|late)|i am not mistaken|i'm not mistaken"
    r"|i remember correctly|need be)\b|\bs'il (?:te"
    r"|vous) plait\b"
    r"|\bsi (?:possible|possibile|es posible|c'est possible|te plait|vous plait)\b"
    r"|\bwenn(?:'s| es)? (?:moglich|geht)\b|\bse possibile\b|\bals(?:jeblieft|tublieft)\b"
    r"|\bals (?:het )?(?:kan|mogelijk)\b|\bsi (?:muove|sposta|ritira|dirige|replie)\b"
    r"|\bse (?:mueve|dirige|retira|replie|rend|queda)\b|\bas usual\b|\bsi\b(?=,)"
)
_UNSURE = re.compile(
    r"\b(?:maybe|perhaps|possibly|probably|not sure|unsure|undecided|i guess|i suppose"
    r"|tentative\w*|i am thinking|i'm thinking|thinking (?:about|of)|considering|might|could be"
    r"|should i|shall i|shall we|do you think|what about|how about|i wonder|wondering|toying"
    r"|alternatively|either|tbd|tbc|to be confirmed|not final|pending|let me know|i will see"
    r"|we'll see|i may|may still|still thinking|hesitat\w*|in two minds|what do you think"
    r"|vielleicht|eventuell|evtl|moglicherweise|unsicher|uberlege|weiss? (?:noch )?nicht|entweder"
    r"|peut-etre|peut etre|eventuellement|je pense a|j'hesite|hesite|soit"
    r"|forse|magari|penso (?:a|di)|non so|quizas?|tal vez|a lo mejor|no se si|estoy pensando|acaso"
    r"|misschien|wellicht|ik twijfel|ofwel)\b"
)
_NEGATION = re.compile(
    r"\b(?:not|don't|dont|do not|doesn't|does not|never|no|won't|wont|will not|cannot|can't|isn't"
    r"|is not|shouldn't|mustn't|nicht|kein\w*|nie|niemals|pas|jamais|aucune?|non|nunca|niet|geen"
    r"|nooit|neither|nor|without|ne|n')\b"
)
ENDS = (
    "keep|stop|block|prevent|guard|annoy|be safe|see|help|make|give|show|avoid|fill|close|open"
    "|cover|protect|force|cut|free|gain|win|get|take|clear|secure|have|surprise|bounce|defend|save"
    "|deter|distract|confuse|delay|scare|threaten|welcome|meet|greet|relieve|escape|ensure|allow"
)
"""What a unit may do its deed for: "to fill the gap"."""
_REASON = re.compile(
    r"\W*(?:instead of|rather than|because|cause|cos|since|as (?!long|soon)|so (?:that|i|we|he"
    r"|as)|in order|for he|given"
    r"|due to|i (?:fear|hope|trust|know|think he|do not trust|don't trust|need|promised|swear)"
    rf"|to (?:{ENDS})"
    r"|just (?:in case|to|as|like)|like|weil|da|damit|denn|um|wie|car|parce|puisque|pour|comme"
    r"|perche|poiche|come|porque|ya que|pues|para|como|omdat|want|zoals|opdat|(?:never mind|forget"
    r" about|ignore|disregard|despite|instead of|whatever) (?:what|the|my|his|her|their|all"
    r"|any)\b)\b"
)
"""How a remark begins that explains: what it denies is something else."""
_TOLD = re.compile(
    r"\b(?:said|says|wrote|writes|proposed|proposes|suggested|suggests|asked me|wants me"
    r"|wanted me|would like me|thinks|thought|told me|claims?|claimed|offered|offers me|schrieb"
    r"|schreibt|sagte|sagt|schlug|schlagt|meinte|meint|a ecrit|ecrit|a dit|dit|propose|proposait|ha"
    r" detto|ha scritto|dice|propone|propuso|dijo|escribio|schreef|zei|stelde|stelt voor|were"
    r" germany|were i|if i were|in your place|i'd be|your (?:army|fleet)|you should|you could)\b"
)
_RECAP = re.compile(
    r"\b(?:last|previous|past|letzte\w*|vorige\w*|derni\w+|passee?|precedente?|scors[oa]|passat[oa]"
    r"|pasad[oa]|anterior|afgelopen|vorig)\s+(?:year|turn|season|phase|spring|fall|autumn|winter"
    r"|time|move|game|month|jahr|runde|zug|fruhling|fruhjahr|herbst|mal|annee|tour|fois|printemps"
    r"|automne|anno|turno|volta|primavera|autunno|ano|vez|otono|jaar|beurt|keer|seizoen)\b"
    r"|\b(?:annee|tour|printemps|automne|anno|turno|primavera|autunno|ano|otono) (?:derni|passe"
    r"|precedent|scors|passat|pasad|anterior)\w*|\b(?:a|one|two) (?:year|turn|season)s? ago\b"
    r"|\b(?:earlier|previously|back) (?:in|i)\b|\bused to\b|\b(?:i|we) (?:played|moved|had|did"
    r"|tried"
    r"|went|was|were|held|supported|built|lost)\b|\b(?:habe ich|hatte ich|ich habe|ich hatte"
    r"|j'ai|j'avais|ho|avevo|he|habia|heb ik|ik heb|had ik)\b.{0,40}\b(?:gespielt|gezogen|joue"
    r"|giocato"
    r"|jugado|gespeeld)\b"
)
_LIKE_BEFORE = re.compile(
    r"\b(?:same|again|repeat|as|like|wie|comme|come|como|zoals|idem|ditto)\b.{0,30}\b(?:last|before"
    r"|previous|letzte\w*|derni\w+|scors\w+|anterior|pasad\w+|vorige)\b"
)
_REQUEST = re.compile(
    r"\b(?:use|send|do|put|make|move|change|swap|switch|replace|concentrate|keep|stick|follow"
    r"|leave|let|give|take|pull|bring|repeat|copy|enter|play|pick|choose|pass|tell|inform|ask"
    r"|remind|wait|hold|count|sign|add|swap|defend|attack|support|convoy|build|disband|remove"
    r"|resend|extend|postpone|delay|submit|fix|correct|treat|consider|assume|apply|cancel"
    r"|undo|act|decide|retreat|protect|help|stay|default|proceed|please|pls|plz|kindly)\b"
)
"""Verbs with which people ask a judge for something."""
_ABOUT_PLAY = re.compile(
    r"\b(?:orders?|moves?|draft|units?|armies|army|fleets?|planes?|points?|bids?|builds?|retreats?"
    r"|supports?|deadline|turn|phase|game|map|me|us|rules|results?|summary|status|history"
    r"|standings|vote|seat|draw|concede|solo|press|message|mail|place|instead"
    r"|everything|everyone|everybody|anything|nothing|the rest|others?|same|version|list|set|both"
    r"|him|them|somewhere|anywhere|wherever|where|home|back|befehle?|zuge?|ordres?|coups?|ordini"
    r"|mosse|ordenes|jugadas?|orders|zetten)\b"
)
_TO_JUDGE = re.compile(
    r"\b(?:draw|drop out|dropping out|resign\w*|quit\w*|concede\w*|surrender the game|give up my"
    r"|sign me up|sign up|signing up|count me in|join (?:the|your|this|a) game|take over"
    r"|i (?:am|will be|'m|'ll be|shall be|am going) (?:on (?:holiday|vacation|leave)|away|abroad"
    r"|offline|travel\w*|in hospital|out of)|i'm (?:on (?:holiday|vacation|leave)|away|abroad)"
    r"|(?:on|my) (?:holiday|vacation)s?\b.*\b(?:from|until|till|\d)"
    r"|leave .{2,24} to you|want out|(?:leave|leaving|quit) (?:the|this) game|out of (?:the"
    r"|this) game|stop playing|can(?:'t|not) continue|your (?:call|pick|decision"
    r"|turn to choose)|you (?:may|can) (?:choose|decide|pick)"
    r"|extension|extend\w*|postpone\w*|more time|delay the|(?:move|push|shift|change"
    r"|set) the deadline|deadline (?:to|be"
    r"|please|until)|pause the|need a (?:break|substitute|replacement|few)|replacement|substitute"
    r"|please (?:wait|hold on|pause|tell|inform|ask|pass|forward|let .{1,20} know)|don't process"
    r"|do not process|do whatever|as you (?:think|like|wish|see|please|prefer)|the rest (?:is|as"
    r"|are)|you (?:choose|decide|pick)|up to you|your choice"
    r"|whatever you|default orders|standing orders|second draft|first draft|earlier mail"
    r"|previous mail|my last mail|same (?:again|orders?|moves?|thing|stuff)\b|(?:more|extra"
    r"|another|additional|few) (?:\w+ )?(?:days?|hours?|weeks?|time)|(?:days?|hours?"
    r"|weeks?) (?:more|longer|later)|(?:same|usual|like|as) (?:orders |moves |thing )?(?:as )?"
    r"(?:last|before|usual|yesterday|previous)|ditto|unentschieden|remis|urlaub|verreist|aufgeben"
    r"|gebe auf|aussteigen|match nul|en vacances|j'abandonne|abandonne|abbandono|in vacanza"
    r"|patta|de vacaciones|abandono|empate|tablas|op vakantie|geef op|gelijkspel)\b"
)
_TO_SOMEBODY = re.compile(
    r"\W*(?:(?:and|but|so|then|also|judge|hi|hello|und|et|e|y|en)\W+)*(?:(?:can|could|would"
    r"|will) (?:you|someone"
    r"|somebody|anyone|anybody|we have)|(?:kannst|konntest|wurdest) du|(?:konnen|konnten"
    r"|wurden) sie"
    r"|kann (?:mir|jemand)|(?:pourriez|pouvez)[- ]vous|(?:peux|pourrais)[- ]tu|puoi|potresti"
    r"|potete|puedes|podrias"
    r"|podrian?|kun je|kunt u|kan iemand)\b(?! (?:believe|imagine|see why))"
    r"|.*\bplease\b(?! (?:excuse|forgive|pardon|don't (?:laugh|shoot|kill|be|worry)|be (?:nice"
    r"|gentle|kind|patient)"
    r"|enjoy))"
    r"|\W*(?:when|what|where|who|how|is|are|has|have|does|did|do|why)\b.*\b(?:deadline"
    r"|results?|orders?|map"
    r"|phase|receipt|draw|vote|my (?:turn|units|mail|builds?)|playing|plays|players?|gm|seats?"
    r"|cent(?:er|re)s?|rules?|time left|the (?:turn|units|rules|gm|judge))\b.*\?"
)
"""How a sentence asks somebody for something: "Kannst du mir ...", "When is the deadline?"."""
_GREETED = re.compile(
    r"\W*(?:my (?:daughter|son|wife|husband|computer|kids?|boss)|have a (?:nice|good|great)"
    r"|good luck|what a|thanks|thank you"
    r"|greetings|dear|hi|hello|hey|hallo|buon\w*|bon(?:jour|soir|ne)|hola|guten|gute|viel|ciao"
    r"|saluti|saludos|gruss\w*|cheers|regards|best|sorry for|sorry about|apologies|congrat\w*)\b"
)
_UNDECIDED_TITLE = re.compile(
    r"\b(?:plan|option|variant|variante|version|alternative|alternativ\w*|choice|case|idea|draft"
    r"|entwurf|brouillon|bozza|borrador|opzione|opcion|optie|scenario)\s*(?:[b-z]|[2-9]|two|three"
    r"|ii"
    r"|iii)?\b|\b(?:old|earlier|previous|last|alte|anciens?|vecchi\w*|viej\w*|oude) (?:orders|moves"
    r"|plan|befehle|ordres|ordini|ordenes|orders)\b|\b(?:my|your|his|her|their) (?:idea"
    r"|suggestion|proposal)\b"
    r"|\b(?:suggest\w*|propos\w*|wrote|said|says|wants|wish\w*|recommend\w*|thinks|schreibt|schrieb"
    r"|schlagt|ecrit|scrive|escribe|schrijft|promised|for discussion|thinking about|considering"
    r"|not yet|do not|don't|ignore|cancelled|nicht|pas encore|instead of)\b"
)
_ABOUT_ORDERS = re.compile(
    r"\b(?:orders?|moves?|instructions?|lines?|ordre|ordine|orden|befehl)\s+(?:of|for|from|to"
    r"|about|that|i"
    r"|regarding|concerning|with|de|di|fur|von|voor|d'|pour|per|para)",
    re.IGNORECASE,
)
_EXPLETIVE = re.compile(
    r"\W*(?:corre(?:ction|zione|ccion|ctie)s? (?:for|to|on|of|per|para|pour"
    r"|voor) \w+(?: \w+)?(?=\s*(?::|$))|oops|ops|sorry|no|nope|wait|hang on|hold on|actually"
    r"|rather|instead|or rather"
    r"|correction|corrected|i mean(?:t)?|make that|better|on second thoughts?|second thoughts"
    r"|changed my mind|scratch that|i changed my mind|korrektur|nein|besser|lieber|doch lieber"
    r"|stattdessen|bzw|beziehungsweise|plutot|non|correction|en fait|pardon|anzi|meglio|correzione"
    r"|scusa(?:te)?|mejor|perdon|en vez|correccion|nee|liever|toch liever|correctie"
    r"|beter|however|now|new|then|so|well|ah|oh|hmm|ok|okay|yes)\b[\s,:;.!-]*"
)
"""Words before the order that somebody wants instead."""


def takes_back(text: str) -> bool:
    """Whether a sentence or remark takes an order back."""
    return _TAKES_BACK.search(text) is not None


def corrects(text: str) -> bool:
    """Whether a sentence puts right what was said before it."""
    return _CORRECTS.match(text) is not None or _INSTEAD.search(text) is not None


def another_choice(text: str) -> bool:
    """Whether a sentence names what shall be done if the order before it can't be."""
    return _FAILING.match(text) is not None


def should_read(text: str) -> int:
    """How many characters say that an order above "should read" what follows, or 0."""
    found = _SHOULD_READ.match(text)
    return found.end() if found else 0


def line_named(text: str) -> str:
    """The number of the order that "the first line" or "line 2" means, "" if none is named."""
    found = _WHICH_LINE.search(text)
    if found is None:
        return ""
    word = found["word"] or ""
    if word in ORDINALS:
        return str(ORDINALS.index(word) + 1)
    return {"": found["number"] or "", "top": "1"}.get(word, "")


def speaks_of_below(text: str) -> bool:
    """Whether a sentence takes orders back that stand below it."""
    return (
        takes_back(text)
        and re.search(r"\b(?:below|following|unten|ci-dessous|seguenti|abajo)\b", text) is not None
    )


def drops(text: str) -> int:
    """How many characters of ``text`` begin to take back the order behind them: "Drop ", or 0."""
    found = _DROPS.match(text)
    return found.end() if found else 0


def conditional(text: str) -> bool:
    """Whether it makes something depend on something else."""
    return _CONDITION.search(_HARMLESS_CONDITION.sub(" ", text)) is not None


def unconditioned(text: str) -> str:
    """``text`` with conditions that are only manners ("if that's all right") blanked."""
    return _HARMLESS_CONDITION.sub(
        lambda found: found[0] if found[0].startswith("if you") else " " * len(found[0]), text
    )


def unsure(text: str) -> bool:
    """Whether its writer has not decided yet."""
    return _UNSURE.search(text) is not None


def denies(text: str) -> bool:
    """Whether it says no to something."""
    return _NEGATION.search(text) is not None


def a_denial(text: str) -> bool:
    """Whether a remark begins or ends with a denial."""
    return (_OPENS_DENYING.match(text) or _ENDS_DENYING.search(text)) is not None


def explains(text: str) -> bool:
    """Whether it gives a reason, so that what it denies is not the order."""
    return _REASON.match(text) is not None


def withdrawn(text: str) -> bool:
    """Whether a remark says no in a word: "void", "nope", "nicht"."""
    return _WITHDRAWN.fullmatch(text) is not None


def doubts(remark: str) -> bool:
    """Whether a remark beside an order takes it back, makes it conditional or asks."""
    if explains(remark):
        return bool(re.search(r"\b(?:cancel|scratch) (?:it|this|that)\b", remark))
    if _OPENS_DENYING.match(remark) or _ENDS_DENYING.search(remark):
        return True
    remark = _HARMLESS_CONDITION.sub(" ", remark)
    if takes_back(remark) or unsure(remark) or conditional(remark) or withdrawn(remark):
        return True
    return "?" in remark or bool(_EXPLETIVE.fullmatch(remark + " "))


def recounts(text: str) -> bool:
    """Whether a sentence tells of what was played before."""
    return _RECAP.search(text) is not None and _LIKE_BEFORE.search(text) is None


def quotes(text: str) -> bool:
    """Whether a sentence tells what somebody else said, or would do."""
    return _TOLD.search(text) is not None


def requests(text: str) -> bool:
    """Whether a sentence without an order asks the judge for something all the same."""
    if _TO_JUDGE.search(text) or _TO_SOMEBODY.match(text):
        return True
    if _GREETED.match(text):
        return False
    opening = re.match(r"\W*(?:(?:and|but|so|then|also|please|now|just|judge|,)\W+)*(\w+)", text)
    if re.search(
        r"\b(?:let me know|following|below|attached|as follows|these (?:orders|moves))\b", text
    ):
        return False
    asked = opening is not None and _REQUEST.fullmatch(opening[1]) is not None
    return asked and _ABOUT_PLAY.search(text) is not None


def asks_for(text: str) -> bool:
    """Whether a sentence begins with a verb with which people ask for something."""
    opening = re.match(r"\W*(?:(?:and|but|so|then|also|please|now|just|judge|,)\W+)*(\w+)", text)
    return opening is not None and _REQUEST.fullmatch(opening[1]) is not None


def undecided_title(text: str) -> bool:
    """Whether a heading says that what stands below it is no order: "Plan B:"."""
    return _UNDECIDED_TITLE.search(text) is not None


def expletive(text: str) -> int:
    """How many characters of ``text`` only introduce what is wanted instead: "oops, rather "."""
    behind = 0
    while found := _EXPLETIVE.match(text, behind):
        behind = found.end()
    return behind


def speaks_of_orders(text: str) -> bool:
    """Whether "Remove the order of the army in Smyrna" is about an order and no unit."""
    return _ABOUT_ORDERS.search(text) is not None
