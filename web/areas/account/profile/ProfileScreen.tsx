import { useQuery } from '@tanstack/react-query'
import { getProfile, type SessionUser } from '#contract/accounts/accounts.ts'
import { listSessions } from '#contract/accounts/accounts-credentials.ts'
import { getGoogleValidation } from '#contract/accounts/accounts-google.ts'
import { paths } from '#contract/api/paths.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { useSession } from '#web/api/session.ts'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { ScreenLink } from '#web/features/links/ScreenLink.tsx'
import { profilePicture } from '#web/lib/media.ts'
import { loadSignInOptions } from '#web/features/delivery-channels/delivery-channels.ts'
import { Avatar } from '#web/ui/base/Avatar.tsx'
import { Card } from '#web/ui/base/Card.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { Fact, Facts } from '#web/ui/data/Facts.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { ContactRow } from './ContactRow.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { genderLabel } from './profile-form.ts'
import { SessionsSection } from './SessionsSection.tsx'

const profile = endpointQuery(getProfile, {}, { fresh: true })

export const loader = () => {
  void queryClient.prefetchQuery(profile)
  void queryClient.prefetchQuery(endpointQuery(listSessions, {}, { fresh: true }))
  void queryClient.prefetchQuery(endpointQuery(getGoogleValidation, {}))
  void loadSignInOptions()
  return null
}

function ProfileScreen() {
  const session = useSession()
  const asked = useQuery({ ...profile, enabled: session !== null })
  // Known since signing in: nothing to wait for, also without network.
  const user = asked.data ?? session?.user
  if (!user) return null
  return (
    <>
      <PageHeader
        title="Mi Perfil"
        action={
          <ScreenButton tone="secondary" to={paths.editProfile()}>
            Editar
          </ScreenButton>
        }
      />
      <div className="flex flex-col gap-8">
        <div className="flex items-center gap-4">
          <Avatar
            src={profilePicture(user.urlProfileImgId)}
            name={user.name}
            alt="Tu imagen de perfil"
            className="size-20"
            letterClassName="display bg-celeste text-34 text-sobre-celeste"
          />
          <div className="min-w-0">
            <p className="display text-22 break-words">{user.name}</p>
            {user.company && <p className="text-humo">{user.company.name}</p>}
          </div>
        </div>
        {asked.isError && (
          <p role="status" className="text-14 text-sol">
            {failureMessage(asked.error)}. Te mostramos lo último que sabíamos de tu perfil.
          </p>
        )}
        <PersonalData user={user} />
        <PasswordSection user={user} />
        <SessionsSection />
        <Section look="eyebrow" title="Tu cuenta y tus datos">
          <Card className="flex flex-col gap-1 p-5">
            <ScreenLink to={paths.deleteAccount()}>Descargar mis datos</ScreenLink>
            <ScreenLink to={paths.deleteAccount()}>Solicitar eliminación de cuenta</ScreenLink>
          </Card>
        </Section>
      </div>
    </>
  )
}

function PersonalData({ user }: { user: SessionUser }) {
  return (
    <Section look="eyebrow" title="Tus datos">
      <Card asChild>
        <Facts look="lines">
          <ContactRow kind="mail" user={user} />
          <ContactRow kind="phone" user={user} />
          <Fact label="Fecha de nacimiento">{birthWords(user)}</Fact>
          <Fact label="Género">{genderLabel(user.gender)}</Fact>
          <Fact label="Eventos y promociones">{user.acceptsAdvertising ? 'Te avisamos' : 'No te avisamos'}</Fact>
          <Fact label="Perfil">{user.isPrivateProfile ? 'Privado' : 'Visible'}</Fact>
        </Facts>
      </Card>
    </Section>
  )
}

function birthWords({ birthDate, age }: SessionUser): string {
  if (birthDate === null) return 'Sin cargar'
  const [year, month, day] = birthDate.split('-').map(Number)
  const written = `${day}/${month}/${year}`
  return age === null ? written : `${written} (${age} años)`
}

export { ProfileScreen as Component }
