import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#web/api/query.ts'
import { fakeServer, json } from '#web/testing/fake-server.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import { Component, loader } from './LegalScreen.tsx'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const serve = (whatsapp: boolean) =>
  fakeServer({ 'GET /api/v1/sign-in-options': () => json(200, { google: false, whatsapp }) })

test.each([
  [true, 'por mail y WhatsApp'],
  [false, 'por mail'],
])('with WhatsApp %s the terms say that tickets come %s', async (whatsapp, ways) => {
  serve(whatsapp)
  await renderScreen([{ path: '/terms-and-conditions', Component, loader }], '/terms-and-conditions')
  expect(await screen.findByText(new RegExp(`Te llega ${ways} apenas`))).toBeTruthy()
})
