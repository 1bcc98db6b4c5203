"""The words that `understand` knows, one table a language: what a word stands for, and the words.

Accents and capitals do not matter when they are typed, and an umlaut may be written ae, oe, ue. What stands
under `filler` is passed over; any word that is nowhere here makes a sentence too hard.
"""

from __future__ import annotations

from collections.abc import Mapping

ENGLISH = {
    "rod": "rod rods fence stick bar",
    "step": "step steps jump jumps move moves go goes walk dig hop run",
    "small": "s small little",
    "medium": "m medium middle",
    "large": "l large big",
    "dog": "dog hound",
    "home": "home den",
    "haystack": "haystack hay stack",
    "pass": "pass skip",
    "flip": "flip disc up draw reveal",
    "stop": "stop end done enough finish",
    "wait": "wait stay",
    "filler": "a an the my i it to from between and at on onto in into of over out lay put place start"
    " set send mole moles hill hills square space hole turn please want will would like with"
    " number one more another now for",
}

FRENCH = {
    "rod": "piquet piquets bâton bâtons baguette baguettes tige barrière frontière",
    "step": "aller vais va vas creuser creuse déplacer déplace bouger bouge sauter saute saut avancer"
    " avance marcher marche",
    "small": "s petit petite",
    "medium": "m moyen moyenne",
    "large": "l grand grande gros grosse",
    "dog": "chien",
    "home": "maison tanière terrier rentrer rentre",
    "haystack": "tas foin meule",
    "pass": "passe passer",
    "flip": "retourner retourne disque jeton piocher pioche tourner tourne tirer tire",
    "stop": "arrêter arrête stop fin finir finis terminer termine",
    "wait": "attendre attends attend reste rester",
    "filler": "je tu il elle la le les un une à au aux de du des entre et vers sur dans en jusque ma mon"
    " mes sa son taupe taupes butte taupinière colline case place placer pose poser mets met"
    " mettre joue jouer envoie envoyer trou encore autre tour numéro veux voudrais se te plait"
    " plaît vous svp merci maintenant fais faire dis plus avec",
}

GERMAN = {
    "rod": "stab stäbe stäbchen stock stange zaun",
    "step": "schritt gehen gehe geh geht springen springe spring sprung ziehen ziehe zieh zug bewegen"
    " bewege graben grabe laufen laufe",
    "small": "s klein kleine kleiner kleinen kleines",
    "medium": "m mittel mittlere mittlerer mittleren mittleres mittelgroß mittelgroße mittelgroßer"
    " mittelgroßen",
    "large": "l groß große großer großen großes",
    "dog": "hund",
    "home": "heim hause haus daheim bau höhle",
    "haystack": "heuhaufen heu haufen",
    "pass": "passen passe pass aussetzen weiter",
    "flip": "umdrehen scheibe drehen drehe dreh aufdecken decke deck wenden wende",
    "stop": "aufhören höre hör stopp stop stoppen ende fertig genug",
    "wait": "warten warte bleiben bleibe",
    "filler": "ich er sie es der die das den dem ein eine einen mein meine meinen von vom nach zu zum zur"
    " auf um ab an zwischen und in ins im bis maulwurf maulwürfe hügel feld loch noch lege legen"
    " leg setze setzen setz stelle stellen schicke schicken möchte will bitte nummer jetzt mit",
}

VOCABULARIES: Mapping[str, Mapping[str, str]] = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}
