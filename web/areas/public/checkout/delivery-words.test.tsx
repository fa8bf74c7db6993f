import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openScreen } from '#web/testing/open-screen.tsx'

test.each([
  [true, 'por mail y WhatsApp'],
  [false, 'por mail'],
])('with WhatsApp %s the terms say that tickets come %s', async (whatsapp, ways) => {
  await openScreen('/terms-and-conditions', { answers: { 'GET /api/v1/sign-in-options': { google: false, whatsapp } } })
  expect(await screen.findByText(new RegExp(`Te llega ${ways} apenas`))).toBeTruthy()
})
