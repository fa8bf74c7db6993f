import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { currentSession } from '#web/api/session.ts'
import { takeFaults } from './contract-answers.ts'
import { fakeServer, json } from './fake-server.ts'
import { openScreen } from './open-screen.tsx'
import { ticket } from './tickets.ts'

test('an answer that the contract does not know is a fault, whatever the screen makes of it', async () => {
  const path = '/api/v1/ticket/link/una-entrada'
  const answer = async (given: object) => {
    fakeServer({ [`GET ${path}`]: given })
    await fetch(path)
    return takeFaults().join()
  }
  expect(await answer({ number: 'V0KKV98N' })).toContain(`GET ${path} answered [`)
  expect(await answer(json(409, { code: 'sold_out', message: 'Se agotó' }))).toContain('409 sold_out')
  expect(await answer(ticket)).toBe('')
  expect(await answer(json(404, { code: 'ticket_link_invalid', message: 'Este enlace no sirve' }))).toBe('')
  expect(await answer(json(502, {}))).toBe('')
})

test('the screen opens in its frame, behind its guard', async () => {
  const { router } = await openScreen(paths.organizerEvents())
  expect(router.state.location.pathname).toBe(paths.login())
  await openScreen(paths.organizerEvents(), { as: 'CLIENT' })
  expect(screen.getByText('Acceso Denegado')).toBeTruthy()
  expect(currentSession()?.user.role).toBe('CLIENT')
})
