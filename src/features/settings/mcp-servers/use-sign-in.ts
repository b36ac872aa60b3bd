import { useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { explainError } from '#lib/explain.ts'
import { signInToMcpServer } from '#api/mcp-servers.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/settings.ts'
import { useFinishMcpSignIn } from './mcp-queries.ts'

const sayFailed = (detail: string) =>
  showToast({ kind: 'error', title: t('You are not signed in'), detail })
const onError = (error: unknown) => sayFailed(explainError(error))

export function useSignIn(id: string) {
  const [isLeaving, setIsLeaving] = useState(false)
  const signIn = async () => {
    setIsLeaving(true)
    try {
      const { url } = await signInToMcpServer(id)
      location.assign(url)
    } catch (error) {
      setIsLeaving(false)
      onError(error)
    }
  }
  return { signIn: () => void signIn(), isLeaving }
}

/**
 * Completes the sign-in for an MCP server with the params `code` and `state` of the URL. Removes
 * both params.
 */
export function useSignInAnswer(): void {
  const [params, setParams] = useSearchParams()
  const state = params.get('state')
  const { mutate } = useFinishMcpSignIn()
  const take = useEffectEvent((sent: string) => {
    const code = params.get('code')
    const iss = params.get('iss')
    setParams({}, { replace: true })
    if (code === null) {
      const why = params.get('error_description') ?? params.get('error')
      return sayFailed(why?.slice(0, 300) ?? t('No authorization code came back.'))
    }
    return mutate(
      { state: sent, code, ...(iss !== null && { iss }) },
      {
        onError,
        onSuccess: ({ name, problem }) =>
          problem
            ? sayFailed(problem.message)
            : showToast({ kind: 'success', title: t('Signed in to {name}', { name }) }),
      },
    )
  })
  useEffect(() => {
    if (state !== null) take(state)
  }, [state])
}
