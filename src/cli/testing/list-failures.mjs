import { stripVTControlCharacters } from 'node:util'

const shownLines = 12

export const listUnitFailures = ({ testResults = [] }) =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [describe([name], message)]
    return failed.map((test) => describe([name, test.fullName], test.failureMessages[0]))
  })

export const listFlowFailures = ({ suites = [], errors = [] }) => [
  ...suites.flatMap((suite) => listFailuresIn(suite)),
  ...errors.map((error) => describe([error.location?.file ?? 'flows'], error.message)),
]

function listFailuresIn({ title, specs = [], suites = [] }) {
  const failed = specs.filter((spec) => !spec.ok)
  return [
    ...failed.map((spec) => describe([title, spec.title], findError(spec)?.message)),
    ...suites.flatMap((suite) => listFailuresIn({ ...suite, title: `${title} › ${suite.title}` })),
  ]
}

const findError = (spec) =>
  spec.tests.flatMap((test) => test.results).flatMap((result) => result.errors)[0]

function describe(names, message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, shownLines)
  return [names.join(' › '), ...lines.map((line) => `    ${line}`)].join('\n')
}
