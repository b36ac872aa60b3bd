import { withBase } from '#lib/base-path.ts'
import { deletePushSubscription, putPushSubscription, readPushState } from '#api/push.ts'
import { pushSubscriptionBodySchema } from '#contract/push.ts'
import { noticesSetting } from '#lib/browser/notices-setting.ts'
import { noticeTextsCache, noticeTextsPath } from '#lib/browser/offline-names.ts'
import { explainError, ReadableError } from '#lib/explain.ts'
import { canWorkOffline, serviceWorkerUrl } from '#lib/browser/offline-copies.ts'
import { t } from '#languages/app.ts'

/**
 * Returns whether the browser can receive notices while the page is closed, which requires HTTPS.
 */
export const canPush = (): boolean => canWorkOffline() && 'PushManager' in globalThis

const workerWaitMs = 15_000

/**
 * Requests the permission of the browser, turns notices on and subscribes this browser. Call this
 * function while a press is handled, because browsers ignore other requests.
 * @throws {ReadableError} if the browser refuses, or if notices are on only while a page is open.
 */
export async function turnOnNotices(): Promise<void> {
  if (!('Notification' in globalThis)) {
    throw new ReadableError(t('This browser shows notices only over HTTPS or on this machine.'))
  }
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new ReadableError(
      t('The browser does not allow notices. Allow them for this page in its settings.'),
    )
  }
  noticesSetting.write(true)
  if (!canPush()) return
  try {
    await startPushNotices()
  } catch (error) {
    throw new ReadableError(
      t(
        'Notices appear only while Bozzetto is open, because this browser could not subscribe: {error}',
        { error: explainError(error) },
      ),
    )
  }
}

/** Turns notices off and ends the subscription. */
export async function turnOffNotices(): Promise<void> {
  noticesSetting.write(false)
  if (!canPush()) return
  await caches.delete(noticeTextsCache)
  await deletePushSubscription()
  const registration = await navigator.serviceWorker.getRegistration(serviceWorkerUrl)
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/**
 * Subscribes this browser to notices of the server. The subscription ends with the session.
 * @throws if the browser or its push service refuses.
 */
async function startPushNotices(): Promise<void> {
  const { publicKey, isForbidden } = await readPushState()
  if (isForbidden) {
    throw new ReadableError(
      t(
        'An admin of this server forbids offline copies. Without them, browsers cannot show notices while the page is closed.',
      ),
    )
  }
  await storeTexts()
  const { pushManager } = await registerWorker()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // The earlier subscription may use an old server key, so replace it.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  await putPushSubscription(pushSubscriptionBodySchema.parse(subscription.toJSON()))
}

/** Subscribes this browser again after a sign-in, because a subscription ends with its session. */
export async function renewPushNotices(): Promise<void> {
  const isWanted = noticesSetting.read() && Notification.permission === 'granted'
  if (!canPush() || !isWanted) return
  await storeTexts()
  const { isOn, isForbidden } = await readPushState()
  if (!isOn && !isForbidden) await startPushNotices()
}

/** Stores the texts of notices, because the service worker does not know the page's language. */
async function storeTexts(): Promise<void> {
  const texts = {
    'The answer is ready.': t('The answer is ready.'),
    'Your 3D model is ready.': t('Your 3D model is ready.'),
  }
  await (
    await caches.open(noticeTextsCache)
  ).put(withBase(`/${noticeTextsPath}`), Response.json(texts))
}

async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(serviceWorkerUrl)
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error(t('The service worker did not start.'))), workerWaitMs),
  )
  return Promise.race([navigator.serviceWorker.ready, late])
}
