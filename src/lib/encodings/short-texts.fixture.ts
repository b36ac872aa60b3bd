/** Texts of two sentences that were not used to tune the detection. */
export const shortTexts: readonly (readonly [encoding: string, text: string])[] = [
  [
    'windows-1250',
    'Zażółć gęślą jaźń. Proszę przesłać wycenę do końca tygodnia, ponieważ dziś nie zdążymy.',
  ],
  ['iso-8859-2', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Děkujeme za zaslání objednávky č. 42.'],
  ['windows-1253', 'Καλημέρα σας. Παρακαλώ στείλτε μας την προσφορά μέχρι την Παρασκευή.'],
  ['windows-1255', 'שלום וברכה. אנא שלחו לנו את הצעת המחיר עד סוף השבוע.'],
  ['windows-1256', 'السلام عليكم. يرجى إرسال عرض السعر قبل نهاية الأسبوع.'],
  [
    'windows-1254',
    'Günaydın. Lütfen teklifinizi hafta sonuna kadar bize gönderin, çünkü şu anda ığdır şubemiz kapalı.',
  ],
  ['windows-1251', 'Доброго дня. Будь ласка, надішліть пропозицію до кінця тижня, бо її ще немає.'],
  ['koi8-r', 'Добрый день. Пожалуйста, пришлите предложение до конца недели.'],
  ['iso-8859-5', 'Добрый день. Пожалуйста, пришлите предложение до конца недели.'],
  ['ibm866', 'Добрый день. Пожалуйста, пришлите предложение до конца недели.'],
  ['shift_jis', 'お世話になっております。見積書を週末までに送ってください。カタカナもあります。'],
  ['euc-jp', 'お世話になっております。見積書を週末までに送ってください。カタカナもあります。'],
  ['euc-kr', '안녕하세요. 이번 주말까지 견적서를 보내 주시기 바랍니다.'],
  ['big5', '您好。請在週末之前把報價單寄給我們,謝謝您的支持。'],
  ['utf-16be', 'Hello there.\nPlease send the offer — thanks.'],
  ['utf-16le', '您好。请在周末之前把报价单发给我们，谢谢您的支持。'],
  ['utf-16be', 'お世話になっております。見積書を週末までに送ってください。'],
  ['windows-1252', 'It’s “ready” – the café’s naïve façade costs 5 €.'],
  [
    'windows-1257',
    'Laba diena. Prašome atsiųsti pasiūlymą iki savaitės pabaigos, nes šiandien nespėsime.',
  ],
  ['windows-874', 'สวัสดีครับ กรุณาส่งใบเสนอราคาภายในสิ้นสัปดาห์นี้'],
]
