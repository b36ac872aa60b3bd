export type ChosenVariants = Readonly<Record<string, string>>

/** A choice that a file offers to the user, such as between colours. */
export type VariantSet = {
  readonly key: string
  readonly name: string
  readonly options: readonly string[]
  readonly chosen: string
  readonly objects: readonly string[]
}

type Wanted = {
  readonly prim: string
  readonly set: string
  readonly names: readonly string[]
  readonly stated: string | undefined
}

/** Selects variants, and offers equal variant sets of several objects as one choice. */
export class VariantChooser {
  readonly #chosen: ChosenVariants
  readonly #sets = new Map<string, VariantSet>()

  constructor(chosen: ChosenVariants) {
    this.#chosen = chosen
  }

  get sets(): VariantSet[] {
    return [...this.#sets.values()].filter(({ options }) => options.length > 1)
  }

  /**
   * Chooses the first variant if the file selects none, because the model might be empty without a
   * variant.
   */
  choose({ prim, set, names, stated }: Wanted): string {
    const usual = stated !== undefined && names.includes(stated) ? stated : (names[0] ?? '')
    const key = [set, usual, ...names.toSorted()].join('\n')
    const wish = this.#chosen[key]
    const chosen = wish !== undefined && names.includes(wish) ? wish : usual
    const name = prim.slice(prim.lastIndexOf('/') + 1)
    const objects = new Set([...(this.#sets.get(key)?.objects ?? []), name])
    this.#sets.set(key, { key, name: set, options: names, chosen, objects: [...objects] })
    return chosen
  }
}
