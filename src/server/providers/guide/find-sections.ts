import MiniSearch from 'minisearch'
import type { ManualSection } from './manual.ts'

export type FindSections = (question: string) => ManualSection[]

const strongFields = ['heading', 'words', 'page']
/** Minimum fraction of the question's terms that the best section must contain. */
const coverageMin = 0.5
/** Minimum score of a section, as a fraction of the best score. */
const scoreFractionMin = 0.2

/** Creates a search in headings, additional terms and texts. The search tolerates typing errors. */
export function createFindSections(sections: readonly ManualSection[]): FindSections {
  const byHeading = new Map(sections.map((section) => [bare(section.heading), section]))
  const byId = new Map(sections.map((section) => [section.id, section]))
  const index = new MiniSearch<ManualSection>({
    fields: ['heading', 'words', 'page', 'body'],
    processTerm: toTerm,
    searchOptions: {
      boost: { heading: 3, words: 2, page: 1.5 },
      prefix: (term) => term.length >= 4,
      fuzzy: (term) => (term.length >= 5 ? 0.2 : false),
    },
  })
  index.addAll(sections)

  const search = (question: string): ManualSection[] => {
    const asked = contentTerms(question)
    if (asked.length === 0) return []
    const results = index.search(asked.join(' '))
    const best = results.find(({ match, queryTerms }) => {
      const isStrong = Object.values(match).some((fields) =>
        fields.some((field) => strongFields.includes(field)),
      )
      return isStrong && new Set(queryTerms).size / asked.length >= coverageMin
    })
    if (!best) return []
    return results
      .filter(({ id, score }) => id === best.id || score >= best.score * scoreFractionMin)
      .toSorted((a, b) => Number(b.id === best.id) - Number(a.id === best.id))
      .flatMap(({ id }) => byId.get(String(id)) ?? [])
  }

  return (question) => {
    // Suggested questions are section headings, so the section with this heading comes first.
    const exact = byHeading.get(bare(question))
    const found = search(question)
    return exact ? [exact, ...found.filter((section) => section !== exact)] : found
  }
}

const bare = (text: string): string =>
  text
    .slice(0, questionLengthMax)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

export const contentTerms = (question: string): string[] => [
  ...new Set(
    question
      .slice(0, questionLengthMax)
      .split(/[^\p{L}\p{N}_.]+/u)
      .flatMap((word) => toTerm(word.replace(/^\.+|(?<!\.)\.+$/g, '')) || []),
  ),
]

/** Maximum length of a question, in characters. Longer texts are pasted content. */
const questionLengthMax = 1_000

function toTerm(word: string): string | null {
  const term = word.toLowerCase()
  if (!term || fillers.has(term)) return null
  return term.length > 4 ? term.replace(/(?<!s)s$/, '').replace(/(ing|ed)$/, '') : term
}

const fillers = new Set(
  `a about after again all also am an and any are as at be been before being but by can could did do
  does doing don for from get give go got had has have having he her here his how i if in into is isn
  it its just know let like ll many may me more most much my need no not of off on one only or
  other our out over please put re s see shall she should show so some such t tell than that the
  their them then there these they this those to too up use using ve very want was way we were what
  when where which while who why will with won would you your yours bozzetto`.split(/\s+/),
)
