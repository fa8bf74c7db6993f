/** What one does in the wallet of a person who holds tickets of many nights. */
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export async function holdCodesOut(page: Page) {
  await page.getByRole('button', { name: 'Mostrar QR' }).first().click()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('img', { name: /Código QR/ })
      .first(),
  ).toBeVisible()
}

export async function openTransfer(page: Page) {
  await page
    .getByRole('link', { name: /^Ver las? entradas?$/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Transferir a otra persona' }).first().click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible()
}
