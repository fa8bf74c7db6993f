import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { openScreen } from '#web/testing/open-screen.tsx'
import { page } from '#web/testing/page.ts'
import type { WireRole } from '#contract/api/roles.ts'

const linksOf = async (as: WireRole) => {
  await openScreen(paths.organizerEvents(), { as, answers: { 'GET /api/v1/event/dashboard': page('events', []) } })
  const nav = await screen.findByRole('navigation', { name: 'Organizador' })
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent)
}

test('the sidebar links only to permitted screens', async () => {
  expect(await linksOf('COMERCIAL')).toEqual(['Eventos', 'Entradas', 'Sorteos', 'Métricas', 'Documentación'])
})

test.each([
  [
    'ORGANIZATOR',
    [
      'Eventos',
      'Entradas',
      'Bebidas',
      'Sorteos',
      'Métricas',
      'Documentación',
      'Usuarios',
      'Organización',
      'Escáner QR',
      'Cobros',
      'Tu negocio',
      'Liquidaciones',
      'Reembolsos',
    ],
  ],
  ['admin', ['Eventos', 'Entradas', 'Métricas', 'Documentación', 'Usuarios', 'Tu negocio']],
  [
    'GOD_ADMIN',
    [
      'Eventos',
      'Entradas',
      'Bebidas',
      'Sorteos',
      'Métricas',
      'Documentación',
      'Usuarios',
      'Organización',
      'Escáner QR',
      'Cobros',
      'Tu negocio',
      'Liquidaciones',
      'Reembolsos',
    ],
  ],
] as const)('what %s finds there', async (role, links) => {
  expect(await linksOf(role)).toEqual(links)
})
