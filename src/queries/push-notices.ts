import { deletePushSubscription, putPushSubscription, readPushState } from '#api/push.ts'
import { pushSubscriptionBodySchema } from '#contract/push.ts'
import { answerNoticesSetting } from '#lib/browser/answer-notices.ts'
import { ReadableError } from '#lib/explain.ts'
import { canWorkOffline, serviceWorkerUrl } from '#lib/browser/offline-copies.ts'
import { t } from '#languages/app.ts'

/**
 * Returns whether the browser can receive notices while the page is closed, which requires HTTPS.
 */
export const canPush = (): boolean => canWorkOffline() && 'PushManager' in globalThis

const workerWaitMs = 15_000

/**
 * Subscribes this browser to notices of the server. The subscription ends with the session.
 * @throws if the browser or its push service refuses.
 */
export async function startPushNotices(): Promise<void> {
  const { publicKey, isForbidden } = await readPushState()
  if (isForbidden) {
    throw new ReadableError(
      t(
        'An admin of this server forbids offline copies. Without them, browsers cannot show notices while the page is closed.',
      ),
    )
  }
  const { pushManager } = await registerWorker()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // The earlier subscription may use an old server key, so replace it.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  await putPushSubscription(pushSubscriptionBodySchema.parse(subscription.toJSON()))
}

export async function stopPushNotices(): Promise<void> {
  if (!canPush()) return
  await deletePushSubscription()
  const registration = await navigator.serviceWorker.getRegistration(serviceWorkerUrl)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/** Subscribes this browser again after a sign-in, because a subscription ends with its session. */
export async function renewPushNotices(): Promise<void> {
  const isWanted = answerNoticesSetting.read() && Notification.permission === 'granted'
  if (!canPush() || !isWanted) return
  const { isOn, isForbidden } = await readPushState()
  if (!isOn && !isForbidden) await startPushNotices()
}

async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(serviceWorkerUrl)
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error(t('The service worker did not start.'))), workerWaitMs),
  )
  return Promise.race([navigator.serviceWorker.ready, late])
}
