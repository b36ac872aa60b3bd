import { openGround } from '../replicas/ground.ts'

const times = 1_000
const atOnce = 3
const password = 'plaster wheel harbour nine'

/**
 * Signs in a thousand times with the correct password at two servers with the same database. No
 * sign-in may be refused.
 */
export async function attackSignIns(): Promise<Record<string, number>> {
  const ground = await openGround({ BOZZETTO_PASSWORD: password, BOZZETTO_LOG: 'silent' })
  try {
    const urls = [(await ground.start(0)).url, (await ground.start(1)).url]
    let refused = 0
    let sent = 0
    const signInAll = async () => {
      while (sent < times) {
        const answer = await fetch(`${urls[sent++ % urls.length]}/api/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ password }),
        })
        await answer.text()
        if (!answer.ok) refused++
      }
    }
    await Promise.all(Array.from({ length: atOnce }, signInAll))
    return { right_password_refused: refused, sign_ins: sent }
  } finally {
    await ground.close()
  }
}
