import { createBrowserSetting, createSwitchFormat } from './browser-setting.ts'

/** Browser setting: whether the browser shows a notice when an answer ends in the background. */
export const answerNoticesSetting = createBrowserSetting({
  key: 'bozzetto.chat.notices',
  fallback: false,
  ...createSwitchFormat('on', 'off'),
})
