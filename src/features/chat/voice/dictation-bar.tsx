import AudioLines from 'lucide-react/icons/audio-lines'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from 'zustand'
import { voiceSetting } from '#lib/browser/voice-settings.ts'
import { t } from '#languages/app.ts'
import { pageLanguage } from '#languages/page-language.ts'
import { isPushToTalk } from './push-to-talk.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Select } from '#ui/fields/select.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { createDictation, type Dictation } from './dictation.ts'
import { LevelMeter } from './level-meter.tsx'

type DictationBarProps = {
  onStart: () => void
  /** Receives all words so far. The last words may still change. */
  onWords: (words: string) => void
  /** @param words all words, or `undefined` if the user discards them. */
  onEnd: (words: string | undefined) => void
  onHandsFree: () => void
  /** True if releasing the push-to-talk key ends the dictation. */
  isPushed: boolean
}

/** Renders a running dictation, which lasts while this component is mounted. */
export function DictationBar(props: DictationBarProps) {
  const [{ language }] = useBrowserSetting(voiceSetting)
  return <Listening key={language} {...props} />
}

function Listening(props: DictationBarProps) {
  const client = useQueryClient()
  const [dictation] = useState(() => createDictation(client))
  const tellStart = useEffectEvent(props.onStart)
  useEffect(() => {
    tellStart()
    dictation.start()
    return dictation.cancel
  }, [dictation])
  return <Bar dictation={dictation} {...props} />
}

function Bar({
  dictation,
  onWords,
  onEnd,
  onHandsFree,
  isPushed,
}: Omit<DictationBarProps, 'onStart'> & { dictation: Dictation }) {
  const { phase, problem, startedMs, levels, place, words, interim } = useStore(dictation.store)
  const tell = useEffectEvent(onWords)
  const keep = async () => {
    if (phase !== 'finishing') onEnd(await dictation.finish())
  }
  const discard = () => {
    dictation.cancel()
    onEnd(undefined)
  }
  useEffect(() => {
    const all = `${words} ${interim}`.trim()
    if (all !== '') tell(all)
  }, [words, interim])
  useKeys({ isPushed, onKeep: () => void keep(), onDiscard: discard })

  return (
    <div className="flex items-center gap-2 px-2 pb-2">
      <IconButton
        className="size-9! rounded-full border border-line"
        label={t('Discard')}
        keys="Esc"
        icon={<X aria-hidden />}
        onClick={discard}
      />
      {problem === undefined ? (
        <>
          <span className="flex items-center gap-2 text-sm tabular-nums">
            <span aria-hidden className="size-2.5 rounded-full bg-danger" />
            <Elapsed startedMs={startedMs} />
          </span>
          <LevelMeter levels={levels} />
          <output className="sr-only">{announcements[phase]}</output>
          <LanguageSelect />
          <span className="text-xs text-ink-faint max-sm:hidden">{place}</span>
          <IconButton
            label={t('Talk without hands')}
            icon={<AudioLines aria-hidden />}
            onClick={onHandsFree}
          />
        </>
      ) : (
        <p role="alert" className="min-w-0 flex-1 text-sm text-danger">
          {problem}
        </p>
      )}
      <IconButton
        variant="primary"
        className="ms-auto size-9! rounded-lg"
        label={t('Keep the words')}
        keys="Enter"
        disabled={phase === 'finishing' || phase === 'opening'}
        icon={<Check aria-hidden />}
        onClick={() => void keep()}
      />
    </div>
  )
}

const announcements = {
  opening: t('Opening the microphone'),
  listening: t('Listening'),
  finishing: t('Writing down the last words'),
  failed: '',
} as const

/** During dictation, Enter keeps the words and Escape discards them, wherever the focus is. */
function useKeys({
  isPushed,
  onKeep,
  onDiscard,
}: {
  isPushed: boolean
  onKeep: () => void
  onDiscard: () => void
}): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : undefined
    if (target?.closest('[role=listbox], [role=menu], [role=dialog]')) return
    const isButton = target instanceof HTMLButtonElement
    if (event.key === 'Escape') onDiscard()
    else if (event.key === 'Enter' && !event.shiftKey && !isButton) onKeep()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const release = useEffectEvent((event: KeyboardEvent) => {
    if (isPushed && isPushToTalk(event)) onKeep()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    const onKeyUp = (event: KeyboardEvent) => release(event)
    document.addEventListener('keydown', onKeyDown, { capture: true })
    document.addEventListener('keyup', onKeyUp, { capture: true })
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true })
      document.removeEventListener('keyup', onKeyUp, { capture: true })
    }
  }, [])
}

function Elapsed({ startedMs }: { startedMs: number | undefined }) {
  const [nowMs, setNowMs] = useState(startedMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const elapsedMs = startedMs === undefined ? 0 : Math.max(0, (nowMs ?? startedMs) - startedMs)
  const seconds = Math.floor(elapsedMs / 1000)
  return (
    <span role="timer">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}

function LanguageSelect() {
  const [settings, setSettings] = useBrowserSetting(voiceSetting)
  return (
    <Select
      aria-label={t('Spoken language')}
      variant="ghost"
      value={settings.language}
      options={languageOptions}
      onValueChange={(language) => setSettings({ ...settings, language })}
      className="w-auto max-w-36 min-w-0 max-sm:max-w-28"
    />
  )
}

const codes =
  'ar bg bn ca cs da de el en es et fa fi fr gu he hi hr hu id it ja kn ko lt lv ml mr ms nb nl pa pl pt ro ru sk sl sr sv sw ta te th tl tr uk ur vi zh'.split(
    ' ',
  )

const names = new Intl.DisplayNames([pageLanguage], { type: 'language' })

/** The languages that speech models know, named in the language of the page. */
const languageOptions: readonly { value: string; label: string }[] = [
  { value: '', label: t('Any language') },
  ...codes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label, pageLanguage)),
]
