import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findSilence } from '../../../src/core/findings/find-silence';
import { fold, plain } from '../../../src/core/findings/phrases/plain';
import { languages } from '../../../src/core/findings/phrases/table';
import { assistant, person, session, text, tool } from '../../support/build';

/** What people say to a silent agent in one language: invented, all about the same request. */
interface Said {
  readonly request: string;
  readonly plan: string;
  readonly nudges: readonly string[];
  readonly complaints: readonly string[];
  readonly redirects: readonly string[];
  /** New tasks that only look like one of the others. */
  readonly others: readonly string[];
}

const SAID: Readonly<Record<string, Said>> = {
  en: {
    request: 'Rename the parser and update its tests.',
    plan: 'I will edit the tests of the parser now.',
    nudges: ['go on please', 'keep going', 'Try again.', 'pick up where you left off'],
    complaints: ['why did you stop?', 'you went silent again', 'I got no answer'],
    redirects: [
      'Do not touch the tests.',
      'Read the notes first.',
      'No, use the old parser instead.',
      'that is the wrong parser',
    ],
    others: [
      'Stop the docker containers and list their images.',
      'Wait for the nightly build, then tell me its duration.',
      'No sugar for me: which recipes for rhubarb cake do you know?',
      'Continuous delivery: what does it cost?',
      'Create a landing page and never use jQuery there.',
      'Why does the bus stop at the library?',
    ],
  },
  zh: {
    request: '重命名解析器，并更新它的测试。',
    plan: '我现在修改解析器的测试。',
    nudges: ['继续', '请继续吧', '再试一次', '接着做'],
    complaints: ['怎么停了', '没有回复', '卡住了？', '为什么不回'],
    redirects: ['不要动解析器的测试', '先看一下文档', '不对，改用旧的解析器', '别直接改，先列计划'],
    others: ['明天天气怎么样？', '写一首关于秋天的诗', '公交车站在哪里？'],
  },
  ja: {
    request: 'パーサーの名前を変えて、テストを更新して。',
    plan: 'パーサーのテストを編集します。',
    nudges: ['続けて', '続けてください', 'もう一度お願いします', '再開して'],
    complaints: ['返事がない', '応答がありません', '止まってるよ、止まった？', '空の回答だった'],
    redirects: [
      'テストは変更しないで',
      'まず資料を読んで',
      'それは違う、古いパーサーを使って',
      'やめて、元に戻して',
    ],
    others: ['明日の天気は？', '秋の詩を書いて', 'バス停はどこですか'],
  },
  ko: {
    request: '파서 이름을 바꾸고 테스트를 고쳐 줘.',
    plan: '이제 파서 테스트를 수정하겠습니다.',
    nudges: ['계속', '계속해줘', '다시 시도해 주세요', '이어서 진행해줘'],
    complaints: ['왜 멈췄어?', '응답이 없어요', '아무 말도 없네', '빈 응답이야'],
    redirects: [
      '파서 테스트는 수정하지 마',
      '먼저 문서를 읽어',
      '그거 말고 예전 파서를 써',
      '되돌려 줘',
    ],
    others: ['내일 날씨 어때?', '가을에 대한 시를 써 줘', '계속되는 비는 언제 그칠까?'],
  },
  ru: {
    request: 'Переименуй парсер и обнови его тесты.',
    plan: 'Сейчас изменю тесты парсера.',
    nudges: ['продолжай', 'Продолжайте, пожалуйста', 'попробуй ещё раз', 'дальше'],
    complaints: ['почему ты остановился?', 'нет ответа', 'ты опять завис', 'ничего не пришло'],
    redirects: [
      'не трогай тесты парсера',
      'сначала прочитай документы',
      'нет, возьми старый вместо нового',
      'откати это',
    ],
    others: [
      'Какая завтра погода?',
      'Напиши стихи про осень',
      'Где остановка автобуса у библиотеки?',
    ],
  },
  es: {
    request: 'Renombra el analizador y actualiza sus pruebas.',
    plan: 'Ahora edito las pruebas del analizador.',
    nudges: ['continúa', 'continua por favor', 'inténtalo de nuevo', 'sigue'],
    complaints: [
      'no hay respuesta',
      '¿por qué te has detenido?',
      'respuesta vacía',
      'se colgó, te colgaste',
    ],
    redirects: [
      'no toques las pruebas',
      'lee primero los documentos',
      'usa el viejo en lugar de eso',
      'espera, eso no es el analizador',
    ],
    others: [
      '¿Qué tiempo hará mañana?',
      'Escribe un poema sobre el otoño',
      'Para el viaje a Cádiz necesito hoteles',
    ],
  },
  pt: {
    request: 'Renomeie o analisador e atualize os testes dele.',
    plan: 'Agora edito os testes do analisador.',
    nudges: ['continue', 'pode continuar, por favor', 'tente novamente', 'prossiga'],
    complaints: ['sem resposta', 'você não respondeu', 'parou de novo', 'resposta vazia'],
    redirects: [
      'não mexa nos testes do analisador',
      'leia primeiro os documentos',
      'use o antigo em vez de um novo',
      'desfaça isso',
    ],
    others: [
      'Como fica o tempo amanhã?',
      'Escreva um poema sobre o outono',
      'Para a viagem a Faro preciso de hotéis',
    ],
  },
  fr: {
    request: "Renomme l'analyseur et mets ses tests à jour.",
    plan: "Je modifie maintenant les tests de l'analyseur.",
    nudges: ['continue', 'vas-y', 'réessaie', 'reessaie stp'],
    complaints: ['pas de réponse', "tu t'es arrêté", 'pourquoi tu réponds pas ?', 'réponse vide'],
    redirects: [
      "ne touche pas aux tests de l'analyseur",
      "lis d'abord la documentation",
      "prends l'ancien au lieu du nouveau, au lieu de celui-ci",
      'annule ça',
    ],
    others: [
      'Quel temps fera-t-il demain ?',
      "Écris un poème sur l'automne",
      "Où est l'arrêt de bus ?",
    ],
  },
  de: {
    request: 'Benenne den Parser um und aktualisiere seine Tests.',
    plan: 'Ich ändere jetzt die Tests des Parsers.',
    nudges: ['weiter', 'mach bitte weiter', 'nochmal', 'Versuch es noch einmal'],
    complaints: [
      'keine Antwort?',
      'Warum hast du aufgehört?',
      'hängst du?',
      'du hast nichts gesagt',
    ],
    redirects: [
      'die Tests nicht ändern',
      'lies zuerst die Dokumente',
      'nimm stattdessen den alten',
      'mach das rückgängig',
    ],
    others: [
      'Wie wird das Wetter morgen?',
      'Schreib ein Gedicht über den Herbst',
      'Moment der Trägheit: wie rechnet man ihn aus?',
    ],
  },
  it: {
    request: 'Rinomina il parser e aggiorna i suoi test.',
    plan: 'Ora modifico i test del parser.',
    nudges: ['continua', 'vai avanti', 'riprova per favore', 'prosegui'],
    complaints: ['nessuna risposta', 'ti sei fermato', 'perché non rispondi?', 'risposta vuota'],
    redirects: [
      'non toccare i test del parser',
      'prima leggi i documenti',
      'usa il vecchio invece di quello',
      'annulla',
    ],
    others: [
      'Che tempo farà domani?',
      "Scrivi una poesia sull'autunno",
      "Dov'è la fermata dell'autobus?",
    ],
  },
  pl: {
    request: 'Zmień nazwę parsera i zaktualizuj jego testy.',
    plan: 'Teraz zmienię testy parsera.',
    nudges: ['kontynuuj', 'kontynuuj proszę', 'spróbuj ponownie', 'dalej'],
    complaints: ['brak odpowiedzi', 'dlaczego przestałeś?', 'nie odpowiedziałeś', 'zawiesiłeś się'],
    redirects: [
      'nie ruszaj testów, nie zmieniaj testy',
      'najpierw przeczytaj dokumenty',
      'użyj starego zamiast tego',
      'cofnij to',
    ],
    others: [
      'Jaka będzie jutro pogoda?',
      'Napisz wiersz o jesieni',
      'Gdzie jest przystanek autobusowy?',
    ],
  },
  tr: {
    request: 'Ayrıştırıcıyı yeniden adlandır ve testlerini güncelle.',
    plan: 'Şimdi ayrıştırıcının testlerini düzenliyorum.',
    nudges: ['devam et', 'Devam', 'lütfen devam et', 'tekrar dene'],
    complaints: ['cevap yok', 'neden durdun?', 'yine takıldın', 'boş yanıt'],
    redirects: [
      'hayır, testlerini değiştirme',
      'önce belgeleri oku',
      'onun yerine eskisini kullan',
      'bunu geri al',
    ],
    others: ['Yarın hava nasıl olacak?', 'Sonbahar hakkında bir şiir yaz', 'Otobüs durağı nerede?'],
  },
  ar: {
    request: 'أعد تسمية المحلل وحدّث اختباراته.',
    plan: 'سأعدل اختبارات المحلل الآن.',
    nudges: ['أكمل', 'استمر من فضلك', 'تابع', 'حاول مرة أخرى'],
    complaints: ['لا يوجد رد', 'لماذا توقفت؟', 'رد فارغ', 'لم تجب'],
    redirects: [
      'لا تعدل اختبارات المحلل',
      'اقرأ الوثائق أولاً',
      'استخدم القديم بدلاً من ذلك',
      'تراجع عن هذا',
    ],
    others: ['كيف سيكون الطقس غدًا؟', 'اكتب قصيدة عن الخريف', 'أين موقف الحافلة؟'],
  },
  hi: {
    request: 'पार्सर का नाम बदलो और उसके टेस्ट अपडेट करो।',
    plan: 'अब मैं पार्सर के टेस्ट बदल रहा हूँ।',
    nudges: ['जारी रखो', 'कृपया जारी रखें', 'आगे बढ़ो', 'फिर से कोशिश करो', 'aage badho'],
    complaints: ['कोई जवाब नहीं', 'क्यों रुक गए?', 'खाली जवाब', 'कुछ नहीं हुआ'],
    redirects: [
      'पार्सर के टेस्ट मत बदलो',
      'पहले दस्तावेज़ पढ़ो',
      'इसके बजाय पुराना लो, उस के बजाय',
      'इसे वापस लो',
    ],
    others: ['कल मौसम कैसा रहेगा?', 'शरद ऋतु पर एक कविता सुनाओ', 'बस अड्डा कहाँ है?'],
  },
};

function recoveryOf({ request, plan }: Said, words: string): string {
  const { incidents } = findSilence(
    session([
      person(request),
      assistant([text(plan), tool('grep')], { finish: 'tool-calls' }),
      assistant([], { finish: 'stop' }),
      person(words),
      assistant([text('OK.')], { finish: 'stop' }),
    ]),
  );
  return incidents.map(({ recovery }) => recovery).join();
}

test('every language with examples is in the table', () => {
  const tags = languages.map(({ tag }) => tag);
  assert.deepEqual([...tags].sort(), Object.keys(SAID).sort());
});

for (const { tag } of languages) {
  test(`${tag}: nudges, complaints and redirects are told apart, and from new tasks`, () => {
    const said = SAID[tag];
    assert.ok(said !== undefined, 'Each language has examples.');
    for (const [kind, messages] of [
      ['nudge', said.nudges],
      ['complaint', said.complaints],
      ['redirect', said.redirects],
      ['new-task', said.others],
    ] as const) {
      for (const words of messages) {
        assert.equal(recoveryOf(said, words), kind, words);
        // Signs and letters may be larger, doubled or left out.
        assert.equal(recoveryOf(said, ` ${words.toUpperCase()} !!`), kind, words.toUpperCase());
      }
    }
  });
}

test('accents, vowel signs and letters without a key of their own make no difference', () => {
  for (const [one, two] of [
    ['Réessaie', 'reessaie'],
    ['spróbuj łaskawie', 'sprobuj laskawie'],
    ['DEVAM, İYİ', 'devam iyi'],
    ['أوَّلًا', 'اولا'],
    ['बढ़ो', 'बढो'],
  ] as const) {
    assert.equal(plain(one), plain(two));
  }
  assert.equal(plain('ひがし が ぎ'), 'ひがし が ぎ');
  assert.equal(plain('й ё'), 'й ё');
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (any) => fold(fold(any)) === fold(any)));
});
