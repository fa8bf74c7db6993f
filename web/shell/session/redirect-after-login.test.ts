import { expect, test } from 'vitest'
import { forgetRedirect, rememberRedirect, takeRedirect } from './redirect-after-login.ts'

test('a remembered place is given once', () => {
  rememberRedirect('/evento/12?rrpp=LAUTI')
  expect(takeRedirect()).toBe('/evento/12?rrpp=LAUTI')
  expect(takeRedirect()).toBeNull()
})

test('it can be forgotten', () => {
  rememberRedirect('/evento/12')
  forgetRedirect()
  expect(takeRedirect()).toBeNull()
})

test.each([
  'https://malo.example',
  '//malo.example',
  '/\\malo.example',
  'javascript:alert(1)',
  '/\t/malo.example',
  'evento/12',
  '',
])('a place that is not ours is not kept: %s', (path) => {
  rememberRedirect(path)
  expect(takeRedirect()).toBeNull()
})

test.each([
  '{',
  'null',
  '{"path":"//malo.example","shouldRedirect":true}',
  '{"path":"/perfil","shouldRedirect":false}',
  '{"path":7}',
])('a context that was tampered with leads nowhere: %s', (context) => {
  sessionStorage.setItem('redirectAfterLogin', context)
  expect(takeRedirect()).toBeNull()
})
