/** What the demo's companies say of themselves, and who works in the first one. */
import type { updateCompany as endpoint } from '#contract/companies/companies.ts'
import type { ParsedInput } from '#contract/api/endpoint.ts'
import type { Proof } from '#contract/api/roles.ts'
import type { App } from '#server/context.ts'
import { setMember } from '#server/modules/companies/members/set-member.ts'
import { updateCompany } from '#server/modules/companies/profile/update-company.ts'
import type { Actor } from '#server/shared/actor.ts'
import type { DemoNight } from './add-nights.ts'
import { drawFlyer, type FlyerFamily } from './pictures/flyers.ts'
import type { CompanyKey } from './nights.ts'
import { companyStaff } from './people.ts'

const PICTURE_WIDTH = 640
const COVER_WIDTH = 1280

type Links = Pick<ParsedInput<typeof endpoint>['body'], 'instagram' | 'facebook' | 'tiktok' | 'x' | 'website'>
const profiles: Readonly<Record<CompanyKey, Links & { readonly family: FlyerFamily }>> = {
  club: { family: 'rings', instagram: 'club.central', tiktok: 'club.central', website: 'https://clubcentral.example/' },
  rio: { family: 'waves', instagram: 'rioarriba', facebook: 'rioarriba.producciones' },
  pena: { family: 'sunburst', facebook: 'la.minga' },
  sala: { family: 'chevrons', instagram: 'sala.almagro', x: 'salaalmagro' },
  union: { family: 'tiles' },
}

/** Gives each company its pictures and links, and the first one its people: two of them at work, one who did not answer yet. */
export async function fillCompanies(app: App, nights: readonly DemoNight[]): Promise<void> {
  for (const key of Object.keys(profiles) as CompanyKey[]) {
    const organizer = nights.find(({ night }) => night.company === key)?.organizer
    if (organizer) await fillProfile(app, organizer, key)
    if (organizer && key === 'club') await fillMembers(app, organizer)
  }
}

async function fillProfile(app: App, actor: Actor, key: CompanyKey): Promise<void> {
  const { family, ...links } = profiles[key]
  const draw = async (seed: string, width: number) => ({
    bytes: await drawFlyer(`${key} ${seed}`, { family, lettering: '', width }),
    filename: 'foto.jpg',
  })
  await updateCompany(app, {
    ...callOf(actor),
    body: links,
    files: { imagen: await draw('picture', PICTURE_WIDTH), cover: await draw('cover', COVER_WIDTH) },
  })
}

async function fillMembers(app: App, actor: Actor): Promise<void> {
  for (const { role, name, phone, mail } of companyStaff) {
    await setMember(app, { ...callOf(actor), body: { role, name, phone, mail }, waitFor: () => Promise.resolve() })
  }
}

function callOf(actor: Actor) {
  return { actor, proof: (actor.companyId ?? '') as Proof<'managedCompany'> } // the actor's own
}
