import { describe, expect, it } from 'vitest'
import { ThoughtSorter, endsInCode, withoutThoughts } from './thought-tags.ts'

function sorted(answer: string, size: number, mayLackOpening = true) {
  const words = { reasoning: '', text: '' }
  const take = ({ reasoning = '', text = '', wasThought }: ReturnType<ThoughtSorter['push']>) => {
    if (wasThought) {
      words.reasoning += words.text
      words.text = ''
    }
    words.reasoning += reasoning
    words.text += text
  }
  const sorter = new ThoughtSorter({
    mayLackOpening,
    isInCode: (more) => endsInCode(words.text + more),
  })
  for (let at = 0; at < answer.length; at += size) take(sorter.push(answer.slice(at, at + size)))
  take(sorter.finish())
  return words
}

describe.each([1, 2, 3, 7, 1_000])(
  'ThoughtSorter that receives %i characters at a time',
  (size) => {
    it.each([
      ['<think>\nHm, clay.\n</think>\n\nClay is earth.', 'Hm, clay.', 'Clay is earth.'],
      ['\n <thinking>Hm.</thinking>Yes.', 'Hm.', 'Yes.'],
      ['<thought>Hm.</thought>Yes.', 'Hm.', 'Yes.'],
      ['◁think▷Hm.◁/think▷Yes.', 'Hm.', 'Yes.'],
      ['<seed:think>Hm.</seed:think>Yes.', 'Hm.', 'Yes.'],
      ['<|begin_of_thought|>Hm.<|end_of_thought|>Yes.', 'Hm.', 'Yes.'],
      ['<reasoning>\nHm.\n</reasoning>\nYes.', 'Hm.', 'Yes.'],
      ['<reason>Hm.</reason>Yes.', 'Hm.', 'Yes.'],
      ['<think>\n\n</think>\n\nAt once.', '', 'At once.'],
      ['Hm, clay.\nSo what?\n</think>\n\nClay is earth.', 'Hm, clay.\nSo what?', 'Clay is earth.'],
      ['Only a thought.\n</think>', 'Only a thought.\n', ''],
      ['<think>Cut off in the mid', 'Cut off in the mid', ''],
      ['<think>a < b </thin c</think>d </think> e', 'a < b </thin c', 'd </think> e'],
      ['<think>One.</think>A.\n\n<think>\nTwo.\n</think>\n\nB.', 'One.\n\nTwo.', 'A.\n\nB.'],
      ['<think>One.</think>\n<think>Two.</think>\n<think></think>\nB.', 'One.\n\nTwo.', 'B.'],
      ['<think>One.</think>A.\n  <think>Two, cut o', 'One.\n\nTwo, cut o', 'A.\n  '],
      ['◁think▷One.◁/think▷A.\n◁think▷Two.◁/think▷B.', 'One.\n\nTwo.', 'A.\nB.'],
      [
        '<think>One.</think>Write <think>.\n```\n<think>\n```\n<thin',
        'One.',
        'Write <think>.\n```\n<think>\n```\n<thin',
      ],
    ])('separates the reasoning in %j', (answer, reasoning, text) => {
      const words = sorted(answer, size)
      expect(words.reasoning.trimEnd()).toBe(reasoning.trimEnd())
      expect(words.text).toBe(text)
    })

    it.each([
      'Write `</think>` to end a thought, or <think> to begin one.',
      'A model ends with\n</think> on a line of its own, not so.',
      '```\n</think>\n```\nThat is how it looks.',
      '<thin> is no tag.\n\n<',
      '  Indented, and 1 < 2',
    ])('finds no reasoning in %j', (answer) => {
      expect(sorted(answer, size)).toEqual({ reasoning: '', text: answer })
    })

    it('ignores tags after text that was sent earlier', () => {
      const answer = 'It went on.\n</think>\nSo.'
      expect(sorted(answer, size, false)).toEqual({ reasoning: '', text: answer })
    })
  },
)

it('withoutThoughts removes reasoning anywhere in a text', () => {
  expect(withoutThoughts('<think>Hm.</think>Clay <thought>?</thought>and kilns')).toBe(
    'Clay and kilns',
  )
  expect(withoutThoughts('Clay.<reasoning>Cut off')).toBe('Clay.')
  expect(withoutThoughts('A <b>word</b>')).toBe('A <b>word</b>')
})
