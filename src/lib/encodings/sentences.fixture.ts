type Language = { name: string; encodings: readonly string[]; sentences: readonly string[] }

const cyrillic = ['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866']

/**
 * Sentences at even positions are used to tune the detection, and those at odd positions only to
 * test it.
 */
export const languages: readonly Language[] = [
  {
    name: 'French',
    encodings: ['windows-1252', 'iso-8859-15', 'macintosh'],
    sentences: [
      'Le potier prépare l’argile à la main avant de la façonner sur le tour.',
      'La cuisson dure douze heures, puis le four refroidit très lentement.',
      'Après l’émaillage, chaque pièce est posée sur une étagère réfractaire.',
      'Où avez-vous acheté ce vase bleu à décor de fleurs séchées ?',
      'Le prix comprend la livraison et l’emballage, soit 45 € au total.',
      'Nous avons été très déçus par la qualité du grès livré en février.',
      'Une fêlure est apparue près de l’anse dès la première cuisson.',
      'Les élèves de l’école ont visité l’atelier à Limoges hier matin.',
    ],
  },
  {
    name: 'German',
    encodings: ['windows-1252', 'iso-8859-2'],
    sentences: [
      'Der Töpfer prüft die Größe der Schüssel und glättet den äußeren Rand.',
      'Für die Glasur müssen zwölf Gramm Kobalt genau abgewogen werden.',
      'Während der Ofen kühlt, räumen wir die Werkstatt auf und spülen Gefäße.',
      'Die Öffnungszeiten ändern sich im März, außer an Feiertagen.',
      'Können Sie mir bitte erklären, warum die Lieferung verspätet ankommt?',
      'Ein schöner Krug aus weißem Ton kostet ungefähr fünfzig Euro.',
      'Übermäßige Feuchtigkeit führt beim Brennen häufig zu Rissen.',
      'Das Gefäß wurde gründlich gewaschen und anschließend getrocknet.',
    ],
  },
  {
    name: 'Spanish',
    encodings: ['windows-1252'],
    sentences: [
      'El año pasado compramos un horno eléctrico para el taller de cerámica.',
      '¿Cuándo llegará el próximo envío de arcilla desde España?',
      'La cocción terminó después de diez horas y ningún plato se rompió.',
      'Mañana habrá una reunión con los señores de la compañía eléctrica.',
      'El diseño del jarrón está inspirado en la tradición del sur del país.',
      'También pidió información sobre el precio del esmalte más económico.',
      'Los niños aprendieron rápidamente la técnica del torno de alfarería.',
      'Según el catálogo, este jarrón pequeño vale veintidós euros.',
    ],
  },
  {
    name: 'Portuguese',
    encodings: ['windows-1252'],
    sentences: [
      'A produção de cerâmica começou no século dezoito e não parou até hoje.',
      'Não há previsão para a entrega das peças que estão no armazém.',
      'As crianças fizeram pequenos animais de argila durante a oficina de verão.',
      'A direção informou que a exposição será aberta às três da tarde.',
      'O café está quente, mas o pão já acabou na padaria da esquina.',
      'A coleção inclui pratos, canecas e também azulejos portugueses antigos.',
    ],
  },
  {
    name: 'Swedish and Danish',
    encodings: ['windows-1252'],
    sentences: [
      'Krukmakaren gör skålar och fat på en gammal drejskiva från förra seklet.',
      'Vi får inte glömma att stänga ugnen när bränningen är färdig.',
      'Pottemageren sælger kopper og små skåle på torvet hver lørdag.',
      'Glasuren blev grøn, fordi der var for meget kobber i blandingen.',
      'Åsa köpte två blå tallrikar på marknaden i Malmö i går.',
      'Gæsterne drak øl og spiste rugbrød på den smukke ø i søen.',
    ],
  },
  {
    name: 'Icelandic',
    encodings: ['windows-1252'],
    sentences: [
      'Leirkerasmiðurinn býr til skálar og krukkur úr íslenskum leir.',
      'Það er ekki hægt að opna ofninn fyrr en á morgun því hann er heitur.',
      'Þú verður að bíða í þrjá daga áður en glerungurinn þornar.',
      'Húsið stendur við ána og þaðan sést út á sjó á góðum degi.',
    ],
  },
  {
    name: 'Polish',
    encodings: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'Garncarz przygotował glinę i położył ją na kole, żeby uformować miskę.',
      'Proszę o przesłanie zamówienia na adres pracowni w Łodzi przed środą.',
      'Następnie wypełniono formę gęstą masą i pozostawiono ją do wyschnięcia.',
      'Cena dzbana jest wyższa, ponieważ szkliwo zawiera więcej srebra.',
      'W żadnym wypadku nie wolno otwierać gorącego pieca, gdyż może pęknąć.',
      'Wśród gości byli również artyści, którzy lubią ręcznie malowane wazy.',
      'Dziękujemy za pomoc i życzymy miłego dnia wszystkim uczestnikom zajęć.',
      'Ćwiczenia rozpoczną się o siódmej, później będzie krótka przerwa.',
    ],
  },
  {
    name: 'Czech',
    encodings: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'Hrnčíř vytočil na kruhu širokou mísu a nechal ji několik dní schnout.',
      'Při pálení v peci se teplota zvyšuje pomalu, aby střepy nepraskly.',
      'Děkujeme za vaši objednávku, zboží odešleme nejpozději příští středu.',
      'Žlutá glazura obsahuje železo, které se během výpalu změní na hnědou.',
      'Předchozí schůze byla zrušena, protože většina členů byla nemocná.',
      'Ještě nevíme, kdy budou nové šálky a talíře připraveny k prodeji.',
    ],
  },
  {
    name: 'Hungarian',
    encodings: ['windows-1250', 'iso-8859-2'],
    sentences: [
      'A fazekas előbb meggyúrja az agyagot, majd a korongon edényt készít belőle.',
      'Az égetés után a kemencét csak lassan szabad kihűlni hagyni.',
      'Köszönjük a megrendelést, a csomagot jövő héten küldjük el Önöknek.',
      'Tűzálló polcokat és különböző színű mázakat is vásároltunk a műhelybe.',
      'A gyerekek örömmel festették a kőből készült díszeket és bögréket.',
      'Győrből érkező vendégeink a szőlőhegyen fognak ebédelni.',
    ],
  },
  {
    name: 'Romanian',
    encodings: ['iso-8859-2', 'windows-1250'],
    sentences: [
      'Olarul frământă lutul şi îl aşază pe roată pentru a face o strachină.',
      'Vă rugăm să ne trimiteţi comanda până mâine dimineaţă, înainte de ora zece.',
      'După ardere, vasele sunt răcite încet şi aşezate pe rafturi în atelier.',
      'Preţul include ambalarea şi livrarea în toată ţara, fără alte taxe.',
    ],
  },
  {
    name: 'Croatian',
    encodings: ['windows-1250'],
    sentences: [
      'Lončar oblikuje glinu na kolu i suši posuđe nekoliko dana u sjeni.',
      'Nakon pečenja šalice se hlade, a zatim ih mažu sjajnom glazurom.',
      'Možete li mi reći koliko košta veća žuta zdjela iz izloga?',
      'Sljedeći tečaj počinje u četvrtak i traje oko šest tjedana.',
    ],
  },
  {
    name: 'Russian',
    encodings: cyrillic,
    sentences: [
      'Гончар подготовил глину и сделал на круге большую миску для хлеба.',
      'После обжига посуду медленно охлаждают, чтобы она не треснула.',
      'Сколько стоит доставка трёх ящиков в Санкт-Петербург?',
      'Глазурь получилась зелёной, потому что в ней было слишком много меди.',
      'Уважаемые коллеги, собрание переносится на следующую пятницу.',
      'Все изделия нашей мастерской изготовлены вручную из местной глины.',
      'Дети с удовольствием лепили зверей и раскрашивали свои кружки.',
      'Пожалуйста, подтвердите получение заказа и сообщите удобное время.',
    ],
  },
  {
    name: 'Ukrainian',
    encodings: ['windows-1251', 'koi8-u'],
    sentences: [
      'Гончар приготував глину і зробив на крузі великий глечик для молока.',
      'Після випалу посуд повільно охолоджують, щоб він не тріснув.',
      'Шановні колеги, наша зустріч переноситься на наступну п’ятницю.',
      'Скільки коштує доставка трьох ящиків кераміки до Києва?',
    ],
  },
  {
    name: 'Bulgarian',
    encodings: ['windows-1251'],
    sentences: [
      'Грънчарят приготвя глината и прави на колелото голяма купа за хляб.',
      'След изпичането съдовете се охлаждат бавно, за да не се напукат.',
      'Моля, потвърдете получаването на поръчката и ни съобщете удобен час.',
      'Децата с удоволствие рисуваха върху малките чаши в работилницата.',
    ],
  },
  {
    name: 'Greek',
    encodings: ['windows-1253', 'iso-8859-7'],
    sentences: [
      'Ο αγγειοπλάστης ετοιμάζει τον πηλό και φτιάχνει μια μεγάλη κανάτα.',
      'Μετά το ψήσιμο τα σκεύη κρυώνουν αργά για να μη ραγίσουν.',
      'Πόσο κοστίζει η αποστολή τριών κιβωτίων στη Θεσσαλονίκη;',
      'Τα παιδιά ζωγράφισαν με χαρά τα μικρά φλιτζάνια στο εργαστήριο.',
    ],
  },
  {
    name: 'Turkish',
    encodings: ['windows-1254'],
    sentences: [
      'Çömlekçi kili hazırladı ve çarkın üzerinde büyük bir kâse yaptı.',
      'Pişirme işleminden sonra kaplar çatlamasın diye yavaşça soğutulur.',
      'Siparişinizi aldık, ürünleriniz önümüzdeki hafta gönderilecektir.',
      'Öğrenciler dün öğleden sonra atölyede küçük fincanlar boyadılar.',
      'Bu ışıltılı yeşil sır, içindeki bakır yüzünden böyle görünüyor.',
      'Fiyatlarımıza kargo ücreti dâhildir, ayrıca ödeme yapmanız gerekmez.',
    ],
  },
  {
    name: 'Hebrew',
    encodings: ['windows-1255', 'iso-8859-8'],
    sentences: [
      'הקדר מכין את החומר ויוצר על האובניים קערה גדולה ללחם.',
      'לאחר השריפה הכלים מתקררים לאט כדי שלא ייסדקו.',
      'כמה עולה משלוח של שלושה ארגזים לירושלים?',
      'הילדים ציירו בשמחה על הספלים הקטנים בסדנה.',
    ],
  },
  {
    name: 'Arabic',
    encodings: ['windows-1256', 'iso-8859-6'],
    sentences: [
      'يحضر الخزاف الطين ثم يصنع على العجلة وعاء كبيرا للخبز.',
      'بعد الحرق تبرد الأواني ببطء حتى لا تتشقق.',
      'كم تكلفة شحن ثلاثة صناديق إلى القاهرة؟',
      'رسم الأطفال بسعادة على الأكواب الصغيرة في الورشة.',
    ],
  },
  {
    name: 'Lithuanian',
    encodings: ['windows-1257', 'iso-8859-13'],
    sentences: [
      'Puodžius paruošė molį ir ant rato nužiedė didelį dubenį duonai.',
      'Po degimo indai lėtai vėsinami, kad nesuskilinėtų ir nesutrūkinėtų.',
      'Vaikai su džiaugsmu piešė ant mažų puodelių mūsų dirbtuvėse.',
      'Prašome patvirtinti užsakymą ir pranešti jums patogų laiką.',
    ],
  },
  {
    name: 'Latvian',
    encodings: ['windows-1257'],
    sentences: [
      'Podnieks sagatavoja mālu un uz ripas izveidoja lielu bļodu maizei.',
      'Pēc apdedzināšanas trauki lēnām atdziest, lai tie nesaplaisātu.',
      'Lūdzu, apstipriniet pasūtījumu un paziņojiet jums ērtu laiku.',
      'Bērni ar prieku zīmēja uz mazajām krūzītēm mūsu darbnīcā.',
    ],
  },
  {
    name: 'Thai',
    encodings: ['windows-874'],
    sentences: [
      'ช่างปั้นเตรียมดินแล้วปั้นชามใบใหญ่บนแป้นหมุน',
      'หลังจากเผาแล้วต้องปล่อยให้เย็นลงช้า ๆ เพื่อไม่ให้แตกร้าว',
      'ค่าส่งสามกล่องไปเชียงใหม่ราคาเท่าไร',
      'เด็ก ๆ วาดรูปบนถ้วยใบเล็กอย่างมีความสุข',
    ],
  },
  {
    name: 'Simplified Chinese',
    encodings: ['gb18030'],
    sentences: [
      '陶艺师傅先把泥土揉好,然后在转盘上做出一个很大的碗。',
      '烧制以后,这些器皿必须慢慢冷却,否则容易开裂。',
      '请问把三箱瓷器寄到上海需要多少运费?',
      '孩子们在工作室里高兴地给小杯子画上了颜色。',
      '本公司决定从明年一月起调整全部产品的销售价格。',
      '姓名,电话,地址,备注',
      '釉料里铜的含量太高,所以颜色变成了绿色。',
      '会议改到下周五下午三点,请各位同事准时参加。',
    ],
  },
  {
    name: 'Traditional Chinese',
    encodings: ['big5'],
    sentences: [
      '陶藝師傅先把泥土揉好,然後在轉盤上做出一個很大的碗。',
      '燒製以後,這些器皿必須慢慢冷卻,否則容易開裂。',
      '請問把三箱瓷器寄到臺北需要多少運費?',
      '孩子們在工作室裡高興地給小杯子畫上了顏色。',
      '本公司決定從明年一月起調整全部產品的銷售價格。',
      '姓名,電話,地址,備註',
      '釉料裡銅的含量太高,所以顏色變成了綠色。',
      '會議改到下週五下午三點,請各位同事準時參加。',
    ],
  },
  {
    name: 'Japanese',
    encodings: ['shift_jis', 'euc-jp', 'iso-2022-jp'],
    sentences: [
      '陶芸家は粘土をよく練って、ろくろの上で大きな鉢を作りました。',
      '焼いた後は、割れないようにゆっくり冷まします。',
      '三箱の荷物を京都まで送るといくらかかりますか。',
      '子供たちは工房で小さなカップに楽しそうに絵を描いた。',
      '来月から一部の商品の価格を変更させていただきます。',
      '氏名,電話番号,住所,備考',
      'オーブンのスイッチを入れて、タイマーをセットしてください。',
      '釉薬に銅が多すぎたため、色が緑になってしまった。',
    ],
  },
  {
    name: 'Korean',
    encodings: ['euc-kr'],
    sentences: [
      '도예가는 흙을 반죽한 다음 물레 위에서 큰 그릇을 만들었습니다.',
      '구운 뒤에는 깨지지 않도록 천천히 식혀야 합니다.',
      '상자 세 개를 부산까지 보내는 데 얼마가 듭니까?',
      '아이들은 공방에서 작은 컵에 즐겁게 그림을 그렸다.',
      '다음 달부터 일부 제품의 가격이 변경될 예정입니다.',
      '이름,전화번호,주소,비고',
    ],
  },
  {
    name: 'Vietnamese',
    encodings: ['utf-16le', 'utf-8'],
    sentences: [
      'Người thợ gốm chuẩn bị đất sét rồi nặn một chiếc bát lớn trên bàn xoay.',
      'Sau khi nung, đồ gốm phải được làm nguội từ từ để không bị nứt.',
    ],
  },
]

/** Languages for which the detection of UTF-16 without a byte order mark is tested. */
export const wideLanguages: readonly string[] = [
  'German',
  'Russian',
  'Simplified Chinese',
  'Japanese',
]
