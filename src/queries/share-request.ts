import { createStore } from 'zustand/vanilla'
import type { Asset } from '#contract/assets.ts'

/** The model that a page asks the app to share. It stays after the dialog was closed. */
export const shareRequest = createStore<{ asset: Asset | undefined; isOpen: boolean }>(() => ({
  asset: undefined,
  isOpen: false,
}))

/** Opens the share dialog of a model above the current page. */
export const askToShare = (asset: Asset): void => shareRequest.setState({ asset, isOpen: true })

export const closeShareRequest = (): void => shareRequest.setState({ isOpen: false })
