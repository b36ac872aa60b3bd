import { listTerms } from './list-terms.ts'

/** Maximum number of terms of a question. A longer question is represented by its last terms. */
const termsMax = 64
const lengthMax = 4_000

/**
 * Words of questions that do not describe the subject. Documents rarely contain some of these
 * words, so a search would give them too much weight.
 */
const common = new Set(
  listTerms(
    `a about an and any are as at be been but by can could did do does doing for from get had has have how i if in into is it its just like may me might mine more my no not of on or our out please shall should show so some such tell than that the their them then there these they this those to too us was we were what when where which while who whom why will with would you your yours
    怎么 怎样 如何 什么 哪些 哪个 哪里 多少 是否 为什 为何 请问 告诉 可以 能不能 详细 继续 更多 一点 再说 说说 说明
    する した して ます です ない とは のは から こと もの よう どう どの いつ なぜ すか には への れる られ たい たら
    무엇 어떻 어디 누구 언제 나요 인가 습니 니까 자세히 알려 줘 그것 더
    อะไร อย่างไร ไหม หรือ หรือไม่ ทำไม ไหน ใคร ของ ที่ และ ใน เป็น ได้ มี จะ ให้ ไม่ จาก เพิ่มเติม อธิบาย บอก นั้น นี้
    wie was wann warum wo wer welche welcher welches muss man ich habe der die das und ist ein eine
    comment quoi quand pourquoi quel quelle est le la les un une des que qui
    qué cómo cuándo dónde por el los las una es
    как что почему когда где кто какие какой или ли на не по это`,
  ),
)

/** Returns the distinct terms of a question, without common words such as “what”. */
export function questionTerms(question: string): string[] {
  const terms = listTerms(question.slice(-lengthMax)).filter((term) => !common.has(term))
  return [...new Set(terms)].slice(-termsMax)
}
