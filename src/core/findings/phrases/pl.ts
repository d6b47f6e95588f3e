import type { Language } from './language';

export const polish: Language = {
  tag: 'pl',
  fillers: [
    'proszę',
    'prosze',
    'tak',
    'ok',
    'okej',
    'dobrze',
    'dobra',
    'teraz',
    'więc',
    'po',
    'prostu',
  ],
  assents: ['tak', 'ok', 'okej', 'dobrze', 'dobra'],
  nudges: [
    /^(?:kontynuuj|kontynuować|kontynuujmy|dalej|jedź dalej|jedz dalej|leć dalej|idź dalej|rób dalej|ponów|powtórz|jeszcze raz|od nowa|znowu|ponownie|spróbuj (?:ponownie|jeszcze raz|znowu)|wznów|następny krok)(?: (?:pracę|zadanie|z tym|od miejsca w którym (?:skończyłeś|przerwałeś)))?$/,
  ],
  pokes: [/^(?:cześć|halo|hej|jesteś(?: tam)?|żyjesz|jest tam kto)$/],
  resumes: [/^(?:proszę )?(?:kontynuuj|wznów)\b/],
  complaints: [
    /\b(?:brak|bez|nie (?:ma|widzę|dostałem|dostałam|otrzymałem)(?: żadnej)?|pusta|żadnej) (?:odpowiedzi|odpowiedź|reakcji|wyniku)\b/,
    /\b(?:nie|dlaczego nie|czemu nie) (?:odpowiedziałeś|odpowiedziałaś|odpowiadasz|odpisałeś|odpisujesz|odpowiada)\b/,
    /\b(?:zatrzymałeś|zatrzymałaś|zawiesiłeś|zawiesiło|zawiesił|zaciąłeś|zaciął|przerwałeś|zamilkłeś|przestałeś)\b(?: (?:się|znowu|odpowiadać|pracować)| ?$)/,
    /\b(?:dlaczego|czemu|znowu) (?:się )?(?:zatrzymałeś|zatrzymałaś|stanąłeś|milczysz|przestałeś|przerwałeś)\b|\bnic się nie (?:dzieje|stało)\b/,
  ],
  openers: [/^(?:nie|stop|czekaj|poczekaj|zaczekaj|chwila|stój)\b/],
  corrections: [
    /\b(?:nie|nigdy nie) (?:wolno )?(?:zmieniaj|zmieniać|ruszaj|ruszać|dotykaj|dotykać|modyfikuj|modyfikować|edytuj|edytować|usuwaj|usuwać|kasuj|pisz|pisać|używaj|używać|uruchamiaj|uruchamiać|twórz|tworzyć|rób|robić)\b/,
  ],
  retractions: [
    /\bjeszcze nie\b/,
    /\b(?:zamiast|źle|błędnie|nie ten|nie ta|nie to|cofnij|wycofaj|przywróć|anuluj|mówiłem|mówiłam|prosiłem|prosiłam)\b/,
    /\b(?:najpierw|wpierw)\b.{0,60}\b(?:przeczytaj|sprawdź|zobacz|obejrzyj|przejrzyj)\b|\b(?:przeczytaj|sprawdź|zobacz|przejrzyj)\b.{0,60}\b(?:najpierw|zanim)\b/,
  ],
  steering: [/\b(?:tylko|jedynie|najpierw|ale|bez|nie|musisz|powinieneś|pamiętaj|oprócz)\b/],
  promises: [
    /\b(?:teraz|zaraz) (?:sprawdzę|przeczytam|uruchomię|poprawię|utworzę|dodam|zmienię)\b/,
  ],
  silence: [/\bnie (?:odpowiadaj|musisz odpowiadać|trzeba odpowiadać)$/],
  common:
    'i w we z ze na do od po za o u a ale lub że to ten ta te jest są nie się jak co czy dla przy bez być był była jego jej ich mnie ci mi ja ty on ona oraz już tak'.split(
      ' ',
    ),
};
