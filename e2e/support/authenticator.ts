import { setTimeout } from 'node:timers/promises'
import { codeShownBy } from '../../src/server/access/second-factor/totp.fixture.ts'

const stepMs = 30_000

/** An authenticator app, which never shows the same code twice: the server takes the step before and after too. */
export class Authenticator {
  readonly #key: string
  #lastStep = 0

  /** @param key as the page shows it to be typed. */
  constructor(key: string) {
    this.#key = key
  }

  /** Waits, if it must, for one that counts. */
  async next(): Promise<string> {
    const step = Math.max(this.#lastStep + 1, Math.floor(Date.now() / stepMs) - 1)
    this.#lastStep = step
    const early = (step - 1) * stepMs - Date.now()
    if (early > 0) await setTimeout(early)
    return codeShownBy(this.#key, step * stepMs)
  }

  /** Six digits that count at no moment near. */
  wrong(): string {
    const near = [-3, -2, -1, 0, 1, 2, 3].map((away) =>
      codeShownBy(this.#key, Date.now() + away * stepMs),
    )
    return ['000000', '111111', '222222'].find((code) => !near.includes(code)) ?? '333333'
  }
}
