"""Words that can be typed in every game, by language and meaning.

Accents and capitals are ignored, and an umlaut can be written ae, oe, ue. Words under `filler` are skipped.
Each game adds words of its own. A sentence with any other word is not understood.
"""

from __future__ import annotations

from collections.abc import Mapping

COMMON: Mapping[str, Mapping[str, str]] = {
    "en": {
        "step": "step steps jump jumps move moves go goes walk dig hop run",
        "pass": "pass skip",
        "filler": "a an the my i it to from between and at on onto in into of over out lay put place start"
        " set send mole moles hill hills square space hole turn please want will would like with"
        " number one more another now for",
    },
    "fr": {
        "step": "aller vais va vas creuser creuse déplacer déplace bouger bouge sauter saute saut avancer"
        " avance marcher marche",
        "pass": "passe passer",
        "filler": "je tu il elle la le les un une à au aux de du des entre et vers sur dans en jusque ma mon"
        " mes sa son taupe taupes butte taupinière colline case place placer pose poser mets met"
        " mettre joue jouer envoie envoyer trou encore autre tour numéro veux voudrais se te plait"
        " plaît vous svp merci maintenant fais faire dis plus avec",
    },
    "de": {
        "step": "schritt gehen gehe geh geht springen springe spring sprung ziehen ziehe zieh zug bewegen"
        " bewege graben grabe laufen laufe",
        "pass": "passen passe pass aussetzen weiter",
        "filler": "ich er sie es der die das den dem ein eine einen mein meine meinen von vom nach zu zum zur"
        " auf um ab an zwischen und in ins im bis maulwurf maulwürfe hügel feld loch noch lege legen"
        " leg setze setzen setz stelle stellen schicke schicken möchte will bitte nummer jetzt mit",
    },
}
