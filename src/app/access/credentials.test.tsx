// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '#api/http/errors.ts'
import type { SignIn } from '#contract/access/access.ts'
import { CredentialsForm, type CredentialWords, type Way } from './credentials.tsx'

afterEach(cleanup)

const step = (title: string) => ({ title, text: '', button: 'Go on' })
const words: CredentialWords = {
  password: step('Password?'),
  account: step('Account?'),
  link: step('Link?'),
  code: step('Code?'),
  recovery: step('Recovery?'),
  linkLabel: 'Link',
}
const refusal = (code: ApiError['code'], message: string) =>
  new ApiError({ code, message }, code === 'unauthorized' ? 401 : 403)

function open() {
  const send = vi.fn<(credential: SignIn) => Promise<void>>()
  const sendCode = vi.fn<(code: string) => Promise<void>>()
  const element = (way: Way) => (
    <CredentialsForm
      way={way}
      words={words}
      titleId="title"
      titleClass=""
      heading="h1"
      send={send}
      sendCode={sendCode}
    />
  )
  const { rerender } = render(element('password'))
  return { send, sendCode, user: userEvent.setup(), become: (way: Way) => rerender(element(way)) }
}

const titled = (title: string) => screen.findByRole('heading', { name: title })
const isFocused = (label: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))

it('Credentials asks for a code only after a correct password', async () => {
  const { send, sendCode, user } = open()
  send.mockRejectedValueOnce(refusal('unauthorized', 'Not the password.'))
  await isFocused('Password')
  await user.keyboard('wrong{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Not the password.')
  send.mockRejectedValueOnce(refusal('code_needed', 'Enter the code.'))
  await user.keyboard('right{Enter}')
  await titled('Code?')
  await isFocused('6-digit code')
  expect(screen.queryByRole('alert')).toBeNull()
  sendCode.mockRejectedValueOnce(refusal('unauthorized', 'Wrong code.'))
  await user.keyboard('12 34-567{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('Wrong code.')
  expect(sendCode).toHaveBeenLastCalledWith('123456')
  await user.keyboard('654321{Enter}')
  expect(sendCode).toHaveBeenLastCalledWith('654321')
})

it('Credentials accepts a recovery code with the spaces and case in which it was written down', async () => {
  const { send, sendCode, user } = open()
  send.mockRejectedValueOnce(refusal('code_needed', 'Enter the code.'))
  await user.keyboard('right{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await titled('Recovery?')
  await isFocused('Recovery code')
  await user.keyboard('K7F3-m29q xw4t{Enter}')
  expect(sendCode).toHaveBeenLastCalledWith('K7F3-m29q xw4t')
  await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }))
  await isFocused('6-digit code')
})

it('Credentials returns to the password step with an explanation if the code is entered too late', async () => {
  const { send, sendCode, user } = open()
  send.mockRejectedValue(refusal('code_needed', 'Enter the code.'))
  await user.keyboard('right{Enter}')
  await isFocused('6-digit code')
  sendCode.mockRejectedValueOnce(refusal('conflict', 'That took too long.'))
  await user.keyboard('123456{Enter}')
  await titled('Password?')
  expect(screen.getByRole('alert').textContent).toContain('That took too long.')
  await isFocused('Password')
  await user.keyboard('right{Enter}')
  await titled('Code?')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await titled('Password?')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('Credentials asks for the link if the password was removed while the form was open', async () => {
  const { send, user, become } = open()
  send.mockRejectedValueOnce(refusal('code_needed', 'Enter the code.'))
  await user.keyboard('right{Enter}')
  await titled('Code?')
  become('link')
  expect(await titled('Link?')).toBeDefined()
})
