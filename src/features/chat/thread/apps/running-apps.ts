import { createStore } from 'zustand'

/** Maximum number of apps that run at the same time, because each may use much memory. */
const appsMax = 4

/** Ids of the running apps, in the order of their start. */
export const runningApps = createStore<{ ids: readonly string[] }>(() => ({ ids: [] }))

/** Starts an app. The app that has run longest is stopped if too many run. */
export const startApp = (id: string): void =>
  runningApps.setState(({ ids }) => ({
    ids: [...ids.filter((one) => one !== id), id].slice(-appsMax),
  }))

export const stopApp = (id: string): void =>
  runningApps.setState(({ ids }) => ({ ids: ids.filter((one) => one !== id) }))
