import { createBrowserSetting, createSwitchFormat } from '#lib/browser/browser-setting.ts'

/** Browser setting: whether screen readers receive answers sentence by sentence. */
export const readAloudSetting = createBrowserSetting({
  key: 'bozzetto.chat.readAloud',
  fallback: false,
  ...createSwitchFormat('yes', 'no'),
})
