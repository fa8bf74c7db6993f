import { brand } from '#contract/brand.ts'
import { paths } from '#contract/paths.ts'
import { expect, expectAccessible, test } from './test.ts'

test('a visitor who opens the landing sees the name and an event, and opens it', async ({ page }) => {
  await page.goto(paths.home())
  await expect(page).toHaveTitle(new RegExp(brand.name))
  await expectAccessible(page)
  await page
    .locator(`a[href^="${paths.event('')}"]`)
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(paths.event('')))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
