import Copy from 'lucide-react/icons/copy'
import RotateCw from 'lucide-react/icons/rotate-cw'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { Component, useState, type ReactNode } from 'react'
import { UnexpectedAnswerError } from '#api/http/errors.ts'
import { isMissingCode } from '#lib/browser/is-missing-code.ts'
import { serverBack } from '#lib/browser/is-server-away.ts'
import { explainError } from '#lib/explain.ts'
import { Button } from '#ui/actions/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { t } from '#languages/app.ts'

type ErrorBoundaryProps = {
  children: ReactNode
  resetKey?: string
}

type ErrorBoundaryState = { error: unknown; hasFailed: boolean; resetKey: string | undefined }

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {
    error: undefined,
    hasFailed: false,
    resetKey: this.props.resetKey,
  }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { error, hasFailed: true }
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return resetKey === state.resetKey ? null : { resetKey, hasFailed: false, error: undefined }
  }

  override componentDidCatch(error: unknown) {
    if (isMissingCode(error)) void this.showAgainOnceBack()
  }

  private async showAgainOnceBack() {
    if (await serverBack()) this.setState({ hasFailed: false, error: undefined })
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage error={this.state.error} /> : this.props.children
  }
}

function ErrorPage({ error }: { error: unknown }) {
  const [isCopied, setIsCopied] = useState(false)
  const { title, text } = describe(error)

  async function copyDetails() {
    await navigator.clipboard.writeText(formatDetails(error))
    setIsCopied(true)
  }

  return (
    <div role="alert" className="sheet grid h-full place-items-center overflow-auto">
      <EmptyState
        icon={<TriangleAlert />}
        title={title}
        heading="h1"
        action={
          <>
            <Button
              variant="primary"
              icon={<RotateCw aria-hidden />}
              onClick={() => location.reload()}
            >
              {t('Reload')}
            </Button>
            <Button icon={<Copy aria-hidden />} onClick={() => void copyDetails()}>
              {isCopied ? t('Copied') : t('Copy details')}
            </Button>
          </>
        }
      >
        {t('{text} Reload to continue; nothing you saved is lost.', { text })}
      </EmptyState>
    </div>
  )
}

function describe(error: unknown): { title: string; text: string } {
  if (error instanceof UnexpectedAnswerError) {
    return {
      title: t('Bozzetto was updated'),
      text: t('The server runs a newer version than this page.'),
    }
  }
  if (isMissingCode(error)) {
    return {
      title: t('Part of this page could not be loaded'),
      text: t('The server cannot be reached, or was updated.'),
    }
  }
  return { title: t('This page has crashed'), text: explainError(error) }
}

function formatDetails(error: unknown): string {
  const lines = [location.href, navigator.userAgent, new Date().toISOString()]
  let cause = error
  for (let depth = 0; cause instanceof Error && depth < 5; depth++) {
    lines.push(cause.stack ?? cause.message)
    cause = cause.cause
  }
  return lines.join('\n')
}
