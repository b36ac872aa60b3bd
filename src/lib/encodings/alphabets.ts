/**
 * Letters of one language outside ASCII, the most frequent first, and the encodings that contain
 * them.
 */
export type Alphabet = { encodings: readonly string[]; letters: string; isOtherScript?: boolean }

const western = ['windows-1252', 'iso-8859-15', 'macintosh', 'ibm850']
const central = ['windows-1250', 'iso-8859-2']
const cyrillic = ['windows-1251', 'iso-8859-5', 'ibm866', 'x-mac-cyrillic']
const baltic = ['windows-1257', 'iso-8859-13', 'iso-8859-4']

const latin = (encodings: readonly string[], ...all: string[]): Alphabet[] =>
  all.map((letters) => ({ encodings, letters }))
const script = (encodings: readonly string[], ...all: string[]): Alphabet[] =>
  all.map((letters) => ({ encodings, letters, isOtherScript: true }))

export const alphabets: readonly Alphabet[] = [
  ...latin(
    western,
    'éèàêçùôîâûëïœü',
    'äüöß',
    'óáíéñúü',
    'ãçáéíóêâúôõà',
    'àèéìòù',
    'åäöéü',
    'øåæéö',
    'íáðþóúæöéý',
    'ëéïèöü',
    'àéèóíçòúïü',
  ),
  ...latin(
    central,
    'ąłęóżśćńź',
    'íáěýéřčžšůúťňďó',
    'áíéčýžúšľťôňäďóŕĺ',
    'éáőöóüíűú',
    'ăîâţşșț',
    'čšžćđ',
    'äüöß',
  ),
  ...script(
    [...cyrillic, 'koi8-r', 'koi8-u'],
    'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
    'аоиетнсврлкдпмзъгуябчщцйжхюшфьѝ',
  ),
  ...script([...cyrillic, 'koi8-u'], 'оаинвітерслкудмпзяьбгйчхжцїшюєщґф’'),
  ...script(cyrillic, 'аоиенртсјвуклдмпбзгчцшжћхљњђфџ', 'анаелоісртыкдвумпзябььйгчўшхцжёюэф'),
  ...script(['windows-1253', 'iso-8859-7'], 'αοιετνσρηπςκυμλάίόωέθγδήύβφχώξζψϊϋΐΰ'),
  ...latin(['windows-1254'], 'ışüçğöâîû'),
  ...script(['windows-1255', 'iso-8859-8'], 'יוהלאמרבתשנדקםעחפכטגסזןצךץף'),
  ...script(['windows-1256', 'iso-8859-6'], 'اليمنورتبةعدسفهكقأحجشصىخإذطزثضغئآءظؤ'),
  ...script(['windows-1256'], 'اینردمهوتبسکلشزفگعخقجآپحچصطضغظثذژئ'),
  ...latin(baltic, 'ėšžųąįčęūė', 'āīēšņļķģūčž', 'õäüöšž'),
  ...script(['windows-874'], '่านรอก้เงมลีวัด์ทสตปะิบคหุยยแจพชูขโไใถ็ผซธศฐฟญณษึืฉภฝฎๆฯฆำ'),
  {
    encodings: ['windows-1258'],
    letters: 'đôạưáàơâăêếếộ\u0300\u0301\u0303\u0309\u0323óéíúýãõùìòèé',
  },
]

const toUnits = (letters: string): ReadonlySet<number> =>
  new Set(Array.from(letters, (letter) => letter.charCodeAt(0)))

/** The Cyrillic letters that only follow consonants, and the vowels. */
export const cyrillicSigns = toUnits('ьъ')
export const cyrillicVowels = toUnits('аеёиоуыэюяіїє')

/** Greek and Hebrew letters that occur only at the end of words. */
export const wordEndings = toUnits('ςםןךףץ')
