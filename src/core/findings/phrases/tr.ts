import type { Language } from './language';

export const turkish: Language = {
  tag: 'tr',
  fillers: [
    'lütfen',
    'lutfen',
    'evet',
    'tamam',
    'peki',
    'olur',
    'hadi',
    'haydi',
    'şimdi',
    'simdi',
    'o',
    'zaman',
  ],
  assents: ['evet', 'tamam', 'peki', 'olur'],
  nudges: [
    /^(?:devam|devam et|devam edin|devam eder misin|devam edelim|devam ediniz|sürdür|kaldığın yerden(?: devam et)?|kaldığın yerden sürdür|ilerle|tekrar|yine|bir daha|yeniden|tekrar (?:dene|yap|deneyin|dener misin)|yeniden (?:dene|başlat)|bir daha dene|sıradaki|sonraki adım)(?: (?:işe|çalışmaya|göreve))?$/,
  ],
  pokes: [/^(?:merhaba|alo|selam|orada mısın|burada mısın|orda mısın|kimse var mı|hey)$/],
  resumes: [/^(?:lütfen )?(?:devam et|devam edin|kaldığın yerden)\b/],
  complaints: [
    /\b(?:cevap|yanıt|çıktı|tepki|ses) (?:yok|gelmedi|gelmiyor|vermedin|vermiyorsun|alamadım|alamıyorum|boş)\b/,
    /\b(?:neden|niye|niçin) (?:yine |tekrar )?(?:durdun|durdu|sustun|susuyorsun|cevap|yanıt|takıldın|kesildin|bıraktın)\b/,
    /\b(?:yine|tekrar|gene) (?:durdun|durdu|sustun|takıldın|takıldı|dondu|çöktü|kesildi)\b|\b(?:durdun|takıldın|dondun)(?: mu| mı)?$/,
    /\bboş (?:cevap|yanıt|mesaj)\b|\bhiçbir şey (?:gelmedi|olmadı|yazmadın|söylemedin)\b/,
  ],
  openers: [/^(?:hayır|dur|durun|bekle|bekleyin|yapma|yok)\b/],
  corrections: [
    /\b(?:değiştirme|dokunma|düzenleme|silme|yazma|kullanma|çalıştırma|oluşturma|ekleme|elleme)(?:yin|yiniz)?\b(?! (?:işlem|hata|araç))/,
  ],
  retractions: [
    /\bhenüz\b.{1,40}(?:ma|me|mayın|meyin)\b/,
    /\b(?:yerine|yanlış|geri al|geri alın|iptal et|eski haline|demedim|demiştim|söylemiştim|istemedim)\b/,
    /\b(?:önce|ilk önce|öncelikle)\b.{0,60}\b(?:oku|okuyun|bak|incele|kontrol et)\b|\b(?:okumadan|bakmadan|incelemeden)\b/,
  ],
  steering: [/\b(?:sadece|yalnızca|önce|ama|fakat|hariç|olmadan|gerekiyor|lazım|unutma|dikkat)\b/],
  promises: [
    /\b(?:kontrol edeceğim|okuyacağım|çalıştıracağım|düzelteceğim|oluşturacağım|ekleyeceğim|değiştireceğim|bakacağım)$/,
  ],
  silence: [/\b(?:cevap|yanıt) (?:verme|vermene gerek yok|gerekmez|gerekmiyor)$/],
  common:
    've veya ile bir bu şu o da de ki mi mı mu mü için gibi daha çok ne ama ben sen biz siz var yok olan olarak her sonra kadar'.split(
      ' ',
    ),
};
