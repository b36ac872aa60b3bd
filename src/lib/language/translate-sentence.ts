let translator: ((text: string) => string) | undefined

/** Sets what translates sentences. `addSentences` calls this, so an English page never loads it. */
export const setSentenceTranslator = (translate: (text: string) => string): void => {
  translator = translate
}

/** Returns whether this page has translated sentences. An English page has none. */
export const hasSentences = (): boolean => translator !== undefined

/**
 * Returns a text of the server or of a worker in the language of this page. These write English,
 * because programs read them too, and because they store what failed. Parts that are not known stay
 * English.
 */
export const translateSentence = (text: string): string => translator?.(text) ?? text

/** Returns the sentence of a failure in the language of this page. */
export const translateFailure = (failure: { message: string } | undefined): string | undefined =>
  failure && translateSentence(failure.message)

/** Returns the stage of a task in the language of this page. */
export const translateStage = ({ stage }: { stage?: string | undefined }): string | undefined =>
  stage === undefined ? undefined : translateSentence(stage)
