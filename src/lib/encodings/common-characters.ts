import { decodeBytes } from './decode-bytes.ts'

const frequent = {
  gb18030:
    '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教原东声提立及比员解水名真论处走义各入几口认条平系气题活别打变四总何电数安少报才结反受目量再感建务做接必场件计管期市直德资命山金指统区保至队形社便空决治展科司五基书非则听界达光放强即像难且权思象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识带导争运城姓址本含税序号单价备注姐妹',
  big5: '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活別打變四總何電數安少報才結反受目量再感建務做接必場件計管期市直德資命山金指統區保至隊形社便空決治展科司五基書非則聽界達光放強即像難且權思象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識帶導爭運城姓址繁字檔案測試',
  japanese:
    '日一国人年大十二本中長出三時行見月後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住真有口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢部都県区市村氏郎太千代',
  'euc-kr':
    '이다는을가에의고하지도사한로자기은어리시들나아대서정를인일그수보부장주전게여제상원과면스라해구만것있으요안동공성세니없마오경비미조소선거관모위신문바교생우유실년화했중였내되적와때까학습국민방법개발월말할었진간계무물하용분식당회명름력통행산심연재결당본작품음',
} as const

/**
 * Byte ranges of the characters that each encoding standard lists as common: lead bytes, then trail
 * bytes.
 */
const levels: readonly [encoding: string, from: number, to: number][] = [
  ['gb18030', 0xb0, 0xd7],
  ['big5', 0xa4, 0xc6],
  ['euc-jp', 0xb0, 0xcf],
  ['euc-kr', 0xb0, 0xc8],
]

const found = new Map<string, ReadonlySet<string>>()

export function commonIn(encoding: string): ReadonlySet<string> {
  const key = encoding === 'shift_jis' ? 'euc-jp' : encoding
  const known = found.get(key)
  if (known) return known
  const [, from = 0, to = 0] = levels.find(([name]) => name === key) ?? []
  const all = new Uint8Array((to - from + 1) * 157 * 2)
  let at = 0
  for (let lead = from; lead <= to; lead++) {
    for (let trail = key === 'big5' ? 0x40 : 0xa1; trail <= 0xfe; trail++) {
      if (trail > 0x7e && trail < 0xa1) continue
      all.set([lead, trail], at)
      at += 2
    }
  }
  const text = from === 0 ? '' : decodeBytes(all.subarray(0, at), key)
  const common = new Set(text.replaceAll('\uFFFD', ''))
  found.set(key, common)
  return common
}

const frequentSets = new Map<string, ReadonlySet<string>>([
  ['gb18030', new Set(frequent.gb18030)],
  ['big5', new Set(frequent.big5)],
  ['shift_jis', new Set(frequent.japanese)],
  ['euc-jp', new Set(frequent.japanese)],
  ['euc-kr', new Set(frequent['euc-kr'])],
])

export const isFrequent = (encoding: string, character: string): boolean =>
  frequentSets.get(encoding)?.has(character) ?? false

export const eastAsian: readonly string[] = [...frequentSets.keys()]
