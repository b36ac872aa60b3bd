export type WordRule = { pattern: RegExp; advice: string }

const sentenceRules: readonly WordRule[] = [
  {
    pattern:
      /^(?:What|Who|Whoever|Whatever|Whose|Of(?! course)|(?:To|From|With) whom|Wherever)\b(?!.*\?$)/,
    advice: 'begin with the noun that acts, not with a clause',
  },
  {
    pattern:
      /^(?:Not (?:the|those|what|of|before|between|here|all)|Nor|And (?:those|what|that|so)|As (?:the others|they|he|it)|But (?:what|those|not))\b/,
    advice: 'write a whole sentence: subject, verb, object',
  },
  {
    pattern: /^(?:Where|When|Once|Until|Because|Since|While|If)\b[^,.;:?]*\.?$/,
    advice: 'a clause alone is no sentence: add its subject and verb',
  },
  {
    pattern:
      /\b(?:whoever|whatever|whichever) (?:is|has|does|comes|asks|reads|writes|gives|takes|wants|goes|stands|it|that|was|were|can)\b/i,
    advice: 'name the person or thing',
  },
  {
    pattern: /\b(?:of whose|of what|of whom|by whose|in whose)\b|, (?:of|to) which\b/i,
    advice: 'split the sentence at the inversion',
  },
  {
    pattern:
      /\b(?:all that (?:is|was|has|comes|came|stands|goes|follows|waits)|that which|what (?:is|was|has been|had been|comes|came|stands|goes|lies|follows|waits|remains|remained) (?:there|here|left|said|told|held|read|kept|open))\b/i,
    advice: 'name the things that are meant',
  },
  {
    pattern:
      /\b(?:tells? (?:of|how|whether|what|when|who|that)|(?:is|are) told|says (?:so|no|which|nothing|it)|learns? (?:of|that|nothing)|for nobody|nobody (?:waits|reads|asks|listens|looks|needs|is there)|is asked for|gives? (?:it|them|itself) (?:up|away|back)|has (?:gone|come) (?:on|back|away))\b/i,
    advice: 'programs return, send, fail and notify; they do not tell, learn or say',
  },
  {
    pattern:
      /\b(?:stands? (?:there|here|in(?! for)|on|at|beside|for itself|alone)|stood (?:there|in(?! for)|at)|lies? (?:there|in|beside|beyond|behind|between)|goes on|went on|comes? (?:of|by itself|along|anew|first of all)|at hand)\b/i,
    advice: 'say is, is stored, runs, continues or arrives',
  },
  {
    pattern:
      /\b(?:anew|by (?:it|them|one|one)sel(?:f|ves)|of (?:its|their|his|one[’']s|our) own|one after the other|in place of|no (?:longer|more) of|at all events|dear|for good)\b|, nor\b|\bas (?:it|they) (?:is|are|was|were|comes|came)\b(?=[,.;)]|$)/i,
    advice: 'say again, automatically, its own, in sequence, instead of, expensive, permanently',
  },
  {
    pattern:
      /\b(?:comer|way in|doors?(?! frame)|shel(?:f|ves)|in its hands|(?<!by )hand(?:s|ed)? (?:over|on)|wears?|dress(?:es|ed)?|hopeless|patient(?:ly)?|tired|came along|come along)\b/i,
    advice: 'use the technical term, not a metaphor',
  },
]

const nameRules: readonly WordRule[] = [
  {
    pattern: /^[a-z][A-Za-z0-9]*Of$/,
    advice: 'begin with a verb: getX, findX, toX, formatX, countX',
  },
  {
    pattern:
      /^(?:tell|let(?!ter)|dress|wear|come|lie|rest|give|spare|hear|stand|want|wish|is(?:Anybody|Nobody)|has(?:Anybody|Nobody)|as(?:ItIs|They)|in(?:One|All)|keep(?:Apart|Doing)|which|what|who)[A-Z]/,
    advice: 'use the verb of the field',
  },
]

/** Matches words that end in s like a verb ("Returns") but are not verbs. */
const noVerb =
  /^(?:This|Its|His|As|Is|Was|Has|Does|Always|Whose|Whether|Us|Plus|Minus|Various|Previous|Yes)$/

/**
 * Returns the reason why a sentence breaks a rule. Skips text in quotes, backticks or italics,
 * which may quote the page or another program.
 */
export function checkSentence(sentence: string): string | undefined {
  const plain = sentence
    .replace(
      /`[^`]*`|“[^”]*”|"[^"]*"|(?<!\w)['‘][^'’]*['’](?!\w)|(?<![\w*])\*[^*\s][^*]*\*(?!\w)/g,
      'X',
    )
    .trim()
  return sentenceRules.find(({ pattern }) => pattern.test(plain))?.advice
}

export function checkName(name: string): string | undefined {
  return nameRules.find(({ pattern }) => pattern.test(name))?.advice
}

/**
 * Returns the reason why the docstring of an exported function breaks a rule. Accepts a docstring
 * that begins with code, such as a route.
 */
export function checkDocstring(text: string): string | undefined {
  // An adverb may precede the verb, as in "Permanently deletes".
  const [first = ''] = text
    .trimStart()
    .replace(/^[A-Z][a-z]+ly ([a-z])/, (_, letter: string) => letter.toUpperCase())
    .split(/[\s,.:;]/, 1)
  const isVerb = /^[A-Z][a-z-]+s$/.test(first) && !noVerb.test(first)
  return isVerb || /^(?:`|$)/.test(first)
    ? undefined
    : 'begin with a verb in the third person: Returns, Creates, Parses, Renders'
}
