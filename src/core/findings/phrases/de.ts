import type { Language } from './language';

export const german: Language = {
  tag: 'de',
  fillers: ['bitte', 'ja', 'ok', 'okay', 'gut', 'dann', 'jetzt', 'nun', 'mal', 'einfach'],
  assents: ['ja', 'ok', 'okay', 'gut'],
  nudges: [
    /^(?:weiter|weitermachen|mach weiter|mache weiter|fortfahren|fahr fort|fahre fort|fortsetzen|setze? fort|nochmal|noch mal|noch einmal|erneut|versuch es (?:nochmal|noch mal|noch einmal|erneut)|versuche es (?:nochmal|erneut|noch einmal)|los|nächster schritt)(?: (?:so|damit|machen|versuchen))?$/,
  ],
  pokes: [/^(?:hallo|bist du (?:noch )?da|noch da|jemand da)$/],
  resumes: [/^(?:bitte )?(?:mach weiter|mache weiter|weiter mit|fahr fort|fahre fort)\b/],
  complaints: [
    /\b(?:keine|leere|fehlende) (?:antwort|ausgabe|rückmeldung|reaktion)\b/,
    /\bwarum (?:hast du|hörst du|bist du|antwortest du|kommt) .{0,20}(?:aufgehört|auf|stehen|nicht|nichts|gestoppt)\b/,
    /\b(?:hängst du|du hängst|abgestürzt|hängen geblieben|abgebrochen|antwortest nicht|du hast (?:nichts|nicht) (?:gesagt|geantwortet|geschrieben))\b/,
  ],
  openers: [/^(?:nein|halt|stopp|stop|warte|moment)\b/],
  corrections: [
    /\b(?:nicht|niemals|keinesfalls|auf keinen fall) (?:\S+ )?(?:ändern|anfassen|verändern|löschen|bearbeiten|schreiben|verwenden|benutzen|ausführen|machen)\b/,
  ],
  retractions: [
    /\b(?:noch nicht|noch keine)\b/,
    /\b(?:statt|stattdessen|anstatt|falsch|rückgängig|zurücknehmen)\b/,
    /\b(?:lies|lese|schau|prüfe?|sieh)\b.{0,60}\b(?:zuerst|erst|vorher)\b/,
    /\b(?:zuerst|erst|vorher)\b.{0,60}\b(?:lesen|lies|prüfen|ansehen)\b/,
  ],
  steering: [/\b(?:nur|erst|zuerst|sondern|aber|ohne|nicht|kein|keine|du solltest|du musst)\b/],
  promises: [
    /\b(?:ich werde|lass mich|jetzt werde ich) .{0,60}(?:prüfen|lesen|ausführen|ändern|beheben|erstellen|schreiben|hinzufügen|suchen|ansehen)\b/,
  ],
  silence: [
    /\b(?:keine antwort|nicht antworten|antworte nicht)(?: (?:nötig|erforderlich|notwendig))?$/,
  ],
  common:
    'der die das den dem des ein eine einen einem einer und oder aber wenn dann ist sind war nicht auch nur noch ich du er sie es wir ihr mit von zu im in auf für an bei aus nach wie was wer dass so schon mal bitte'.split(
      ' ',
    ),
};
