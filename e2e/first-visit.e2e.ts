import { brand } from '#contract/platform/brand.ts'
import { paths } from '#contract/api/paths.ts'
import { LANDING_KILOBYTES, landingSize } from '../scripts/landing-size.ts'
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

// A field or a format that the landing does not show easily comes along with what its screens share.
test('what a phone loads for the landing stays small', () => {
  expect(landingSize().kilobytes).toBeLessThanOrEqual(LANDING_KILOBYTES)
})
