import { setTimeout } from 'node:timers/promises'
import { codeShownBy } from '../../src/server/access/second-factor/totp.fixture.ts'

const stepMs = 30_000

/**
 * Simulates an authenticator app, and never returns the same code twice. The server accepts the
 * codes of the current, the former and the next time step.
 */
export class Authenticator {
  readonly #key: string
  #lastStep = 0

  /** @param key in the format that the page shows for typing. */
  constructor(key: string) {
    this.#key = key
  }

  /** Returns a code that the server accepts, after waiting for the next time step if necessary. */
  async next(): Promise<string> {
    const step = Math.max(this.#lastStep + 1, Math.floor(Date.now() / stepMs) - 1)
    this.#lastStep = step
    const early = (step - 1) * stepMs - Date.now()
    if (early > 0) await setTimeout(early)
    return codeShownBy(this.#key, step * stepMs)
  }

  wrong(): string {
    const near = [-3, -2, -1, 0, 1, 2, 3].map((away) =>
      codeShownBy(this.#key, Date.now() + away * stepMs),
    )
    return ['000000', '111111', '222222'].find((code) => !near.includes(code)) ?? '333333'
  }
}
