// Runs in the preview's frame, which has an opaque origin. The server sends this module as one
// script.
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDom from 'react-dom'
import * as ReactDomClient from 'react-dom/client'
import { compileComponent } from './compile-component.ts'

const modules: Readonly<Record<string, unknown>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react/jsx-dev-runtime': jsxRuntime,
  'react-dom': ReactDom,
  'react-dom/client': ReactDomClient,
}

function load(name: string): unknown {
  // The chat does not contain the styles and pictures of a project.
  if (/\.(?:css|svg|png|jpe?g|webp)$/.test(name)) return {}
  if (!Object.hasOwn(modules, name)) {
    throw new Error(
      `Previews have React and Tailwind only, so “${name}” is missing. Ask for a version without it.`,
    )
  }
  return modules[name]
}

/** Reports errors during rendering like uncaught errors. */
class Boundary extends React.Component<{ children: React.ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

function show(): void {
  const source: unknown = JSON.parse(document.querySelector('#source')?.textContent ?? '""')
  const root = document.querySelector('#root')
  if (typeof source !== 'string' || !root) return
  const component = compileComponent(
    source,
    load,
    (code, ...names) =>
      // oxlint-disable-next-line typescript/no-implied-eval -- the frame confines the code of the component.
      new Function(...names, code),
  )
  // A page without a component may render itself.
  if (!component) return
  const element = React.createElement(component as React.ComponentType)
  ReactDomClient.createRoot(root, {
    onCaughtError: reportError,
    onUncaughtError: reportError,
  }).render(React.createElement(Boundary, null, element))
}

Object.assign(globalThis, { React, ReactDOM: { ...ReactDom, ...ReactDomClient } })
show()
