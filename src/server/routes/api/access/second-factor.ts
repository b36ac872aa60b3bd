import { Hono, type Context } from 'hono'
import {
  fullProofSchema,
  turnOnSecondFactorSchema,
  type SecondFactorSetup,
  type SecondFactorState,
} from '#contract/access/second-factor.ts'
import type { Access } from '../../../access/access.ts'
import type { SignedInEnv } from '../../../access/guards.ts'
import { toBase32 } from '../../../access/second-factor/totp.ts'
import { cutStreams } from '../../../http/open-streams.ts'
import { readJsonBody } from '../../../http/validate.ts'
import { getGuesser } from '../../sign-in-browser.ts'
import type { RouteRules } from '../route-rules.ts'
import { noStore, otherSessionIds } from './access.ts'

const bodyBytesMax = 4096

export const secondFactorRules: RouteRules = { confirm: [[['POST'], ['', '/setup']]] }

export const secondFactorRoutes = ({ access }: { access: Access }) =>
  new Hono<SignedInEnv>()
    .use(noStore)
    .get('/', async (c) => {
      const state = await access.secondFactor.state(c.get('session').userId)
      return c.json(
        (state
          ? { isOn: true, ...state, since: state.since.toISOString() }
          : { isOn: false }) satisfies SecondFactorState,
      )
    })
    .post('/setup', (c) => {
      const key = toBase32(access.secondFactor.setUp(c.get('session')))
      const { host } = access.callerOf(c)
      const email = access.people.find(c.get('session').userId)?.email
      const address = getAddress(key, email === undefined ? host : `${email} (${host})`)
      return c.json({ key, address } satisfies SecondFactorSetup)
    })
    .post('/', async (c) => {
      const { code } = await readJsonBody(c, turnOnSecondFactorSchema, bodyBytesMax)
      const own = c.get('session')
      const others = await otherSessionIds(own, access)
      const recoveryCodes = await access.secondFactor.turnOn(code, own)
      others.forEach(cutStreams)
      return c.json({ recoveryCodes })
    })
    .post('/recovery-codes', async (c) => {
      const proof = await readProof(c, access)
      return c.json({
        recoveryCodes: await access.secondFactor.renewRecoveryCodes(proof, c.get('session')),
      })
    })
    .post('/remove', async (c) => {
      const proof = await readProof(c, access)
      const own = c.get('session')
      const others = await otherSessionIds(own, access)
      await access.secondFactor.turnOff(proof, own)
      others.forEach(cutStreams)
      return c.body(null, 204)
    })

const readProof = async (c: Context, access: Access) => ({
  ...(await readJsonBody(c, fullProofSchema, bodyBytesMax)),
  guesser: getGuesser(c, access),
})

/**
 * Formats the `otpauth:` URL for the QR code.
 * @param account distinguishes several servers and people in the authenticator app.
 */
function getAddress(key: string, account: string): string {
  const query = new URLSearchParams({
    secret: key,
    issuer: 'Bozzetto',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  return `otpauth://totp/Bozzetto:${encodeURIComponent(account)}?${query.toString()}`
}
