import { withBase } from '#lib/base-path.ts'
import type { ReactNode } from 'react'
import { t } from '#languages/app.ts'

export const EntryLayout = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-full w-full bg-surface">
    <div className="flex w-full flex-col px-6 py-8 sm:px-12 lg:w-135 lg:shrink-0 lg:px-18 lg:py-9">
      <p className="flex items-center gap-2.5 text-lg font-semibold">
        <img src={withBase('/icon.svg')} alt="" width="28" height="28" />
        {t('Bozzetto')}
      </p>
      <div className="mx-auto my-auto w-full max-w-95 py-8 lg:mx-0">{children}</div>
      <p className="text-xs text-ink-faint">{t('Your chats and models stay on this server.')}</p>
    </div>
    <div aria-hidden className="hidden flex-1 p-2.5 ps-0 lg:block">
      <div className="sticky top-2.5 grid h-[calc(100dvh-1.25rem)] place-items-center overflow-hidden rounded-2xl backdrop-stage">
        <img
          src={withBase('/samples/amphora-model.webp')}
          alt=""
          width="417"
          height="720"
          className="max-h-[78%] w-auto max-w-[70%] object-contain"
        />
        <p className="absolute bottom-6 start-6 flex h-7 items-center gap-2 rounded-full bg-surface-overlay pe-3 ps-1 text-xs font-medium shadow-overlay">
          <img
            src={withBase('/samples/amphora.webp')}
            alt=""
            width="20"
            height="20"
            className="size-5 rounded-full object-cover"
          />
          {t('Made from one picture')}
        </p>
      </div>
    </div>
  </div>
)
