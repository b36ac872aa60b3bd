import { createStore } from 'zustand/vanilla'
import type { ImportReport } from '../import-report.ts'
import type { LengthUnit } from './units.ts'

type Guess = NonNullable<ImportReport['unit']>

export type UnitQuestion = {
  readonly fileName: string
  readonly guess: Guess
  /** Undefined cancels the import. */
  readonly answer: (unit: LengthUnit | undefined) => void
}

export const unitQuestions = createStore<{ waiting: readonly UnitQuestion[] }>(() => ({
  waiting: [],
}))

/**
 * Asks the user for a file's unit.
 * @returns undefined if the user cancels.
 */
export const askForUnit = (fileName: string, guess: Guess): Promise<LengthUnit | undefined> =>
  new Promise((resolve) => {
    const question: UnitQuestion = {
      fileName,
      guess,
      answer: (unit) => {
        const { waiting } = unitQuestions.getState()
        unitQuestions.setState({ waiting: waiting.filter((one) => one !== question) })
        resolve(unit)
      },
    }
    unitQuestions.setState(({ waiting }) => ({ waiting: [...waiting, question] }))
  })
