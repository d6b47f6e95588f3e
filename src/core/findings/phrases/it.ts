import type { Language } from './language';

export const italian: Language = {
  tag: 'it',
  fillers: [
    'per',
    'favore',
    'sì',
    'si',
    'ok',
    'okay',
    'va',
    'bene',
    'allora',
    'ora',
    'adesso',
    'dai',
    'pure',
    'grazie',
  ],
  assents: ['sì', 'ok', 'okay'],
  nudges: [
    /^(?:continua|continui|continuare|continuate|prosegui|proseguire|procedi|procedere|vai|avanti|vai avanti|riprendi|riprova|riprovare|ritenta|ancora|di nuovo|un'altra volta|prova (?:ancora|di nuovo)|ripeti|passo successivo|prossimo passo)(?: (?:con (?:questo|il lavoro|il compito)|così|il lavoro|a lavorare|a scrivere|da dove (?:eri|ti eri|ti sei) (?:rimasto|fermato)))?$/,
  ],
  pokes: [/^(?:ciao|pronto|ehi|ci sei|sei (?:lì|li|ancora lì|ancora li)|c'è qualcuno)$/],
  resumes: [/^(?:per favore )?(?:continua|prosegui|procedi|riprendi)\b/],
  complaints: [
    /\b(?:nessuna|senza|non (?:c'è|ho ricevuto|vedo|è arrivata)(?: alcuna| nessuna| la)?) (?:risposta|uscita|reazione)\b/,
    /\b(?:non|perché non) (?:mi )?(?:hai risposto|rispondi|risponde|ha risposto|hai scritto)\b/,
    /\b(?:ti sei|si è|sei) (?:di nuovo |ancora )?(?:fermato|fermata|bloccato|bloccata|interrotto|piantato|zittito)\b/,
    /\brisposta (?:vuota|in bianco)\b|\bperché ti (?:fermi|sei fermato)\b/,
  ],
  openers: [/^(?:no|aspetta|alt|stop|fermati|fermo|un attimo)\b/],
  corrections: [
    /\b(?:non|mai) (?:\S+ )?(?:cambiare|toccare|modificare|cancellare|eliminare|scrivere|usare|eseguire|creare|fare|riscrivere|cambi|tocchi|modifichi)\b/,
    /\blascia stare\b/,
  ],
  retractions: [
    /\b(?:non ancora|non .{1,30} ancora)\b/,
    /\b(?:invece di|al posto di|piuttosto che|sbagliato|sbagliata|annulla|ripristina|torna indietro|non è quello|ho detto|ti avevo chiesto)\b/,
    /\b(?:prima)\b.{0,60}\b(?:leggi|leggere|guarda|controlla|verifica)\b|\b(?:leggi|guarda|controlla|verifica)\b.{0,60}\bprima\b/,
  ],
  steering: [/\b(?:solo|soltanto|prima|ma|senza|non|devi|dovresti|bisogna|ricorda)\b/],
  promises: [
    /\b(?:ora|adesso)? ?(?:controllo|verifico|leggo|eseguo|modifico|correggo|creo|aggiungo)\b$|\bsto per (?:\w+re)\b/,
  ],
  silence: [/\bnon (?:rispondere|serve (?:rispondere|una risposta)|occorre rispondere)$/],
  common:
    'il lo la i gli le un uno una e o ma se che di del della dei delle in nel nella con per da dal è sono non ci si mi ti lui lei al alla più come questo questa quello anche tra'.split(
      ' ',
    ),
};
