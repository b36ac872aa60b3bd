import { createStore } from 'zustand/vanilla'
import type { ImportReport } from '../import-report.ts'
import type { LengthUnit } from './units.ts'

type Guess = NonNullable<ImportReport['unit']>

export type UnitQuestion = {
  readonly fileName: string
  readonly guess: Guess
  /** Without a unit, the file is not wanted after all. */
  readonly answer: (unit: LengthUnit | undefined) => void
}

/** What somebody has to say before a file can be stored. A dialog listens. */
export const unitQuestions = createStore<{ waiting: readonly UnitQuestion[] }>(() => ({
  waiting: [],
}))

/** Asks which unit a file is in. @returns nothing when the person rather leaves the file out. */
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
