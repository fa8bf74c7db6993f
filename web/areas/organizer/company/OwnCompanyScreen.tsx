import { useQuery } from '@tanstack/react-query'
import { LogOut, Pencil } from 'lucide-react'
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import { getCompany, type CompanyProfile } from '#contract/companies/companies.ts'
import { removeCompanyMember } from '#contract/companies/companies-members.ts'
import { companyRoleWords } from '#contract/companies/company-roles.ts'
import { paths } from '#contract/api/paths.ts'
import { endpointQuery, queryClient } from '#web/api/query.ts'
import { currentSession } from '#web/api/session.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { CompanyHeader } from '#web/features/companies/CompanyHeader.tsx'
import { ScreenButton } from '#web/features/links/ScreenButton.tsx'
import { refreshUser } from '#web/features/profile/cache-user.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { useCompanyId, useMay, usePerson } from '#web/shell/session/person.ts'
import { useDialogAddress } from '#web/shell/use-dialog-address.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { PageHeader } from '#web/ui/base/PageHeader.tsx'
import { Section } from '#web/ui/base/Section.tsx'
import { ofCompany } from '../settlement/settlement-list.ts'
import { Members, members } from './Members.tsx'
import { ProfileDialog } from './ProfileDialog.tsx'

export const query = (companyId: string) =>
  endpointQuery(getCompany, { params: { nameOrId: companyId } }, { fresh: true })
export const loader = (navigation: LoaderFunctionArgs) => {
  void queryClient.prefetchQuery(query(ofCompany().companyId))
  if (currentSession()?.user.companyRole === 'owner') members.loader(navigation)
  return null
}

/** `/organizador/empresa`: a company's public page, and its members. */
function OwnCompanyScreen() {
  const companyId = useCompanyId()
  const isOwner = usePerson().companyRole === 'owner'
  const leaving = useLeavingCompany(companyId)
  return (
    <>
      <PageHeader eyebrow="Organizador" title="Organización" />
      <div className="flex flex-col gap-8">
        <Loaded
          read={useQuery(query(companyId))}
          label="Cargando tu organización"
          errorText="No pudimos ver tu organización"
          skeleton="h-72"
        >
          {(company) => <Profile company={company} />}
        </Loaded>
        {isOwner ? <Members companyId={companyId} onLeave={leaving.ask} /> : <OwnRole onLeave={leaving.ask} />}
      </div>
      {leaving.dialog}
    </>
  )
}

function Profile({ company }: { company: CompanyProfile }) {
  const [asked, setAsked] = useDialogAddress('perfil')
  const mayEdit = useMay().edit
  return (
    <Section
      card
      title="Tu página"
      look="display"
      hint={mayEdit ? null : 'La cambia quien es titular o está en gestión.'}
      action={
        <div className="flex flex-wrap gap-3">
          <ScreenButton tone="secondary" size="s" to={paths.company(company.slug)}>
            Ver la página
          </ScreenButton>
          {mayEdit && (
            <Button tone="secondary" size="s" icon={<Pencil className="size-4" />} onClick={() => setAsked('si')}>
              Editar perfil
            </Button>
          )}
        </div>
      }
    >
      <CompanyHeader company={company} isPart />
      {asked && mayEdit && <ProfileDialog company={company} onClose={() => setAsked(null)} />}
    </Section>
  )
}

/** For members who are no owners. */
function OwnRole({ onLeave }: { onLeave: () => void }) {
  const { companyRole } = usePerson()
  const words = companyRoleWords[companyRole ?? 'finance']
  return (
    <Section card title={`Tu rol: ${words.name}`} look="display" hint={words.may} className="max-w-2xl">
      <p className="text-14 text-humo">Quién está en la organización lo decide quien es titular.</p>
      <Button tone="secondary" className="sm:self-start" icon={<LogOut className="size-5" />} onClick={onLeave}>
        Salir de la organización
      </Button>
    </Section>
  )
}

function useLeavingCompany(companyId: string) {
  const { id: userId, company } = usePerson()
  const navigate = useNavigate()
  return useAct(removeCompanyMember, {
    input: { params: { companyId, userId } },
    title: `¿Salir de ${company?.name ?? 'la organización'}?`,
    description: 'Dejás de ver sus eventos y sus ventas en el momento. Te puede sumar de nuevo quien es titular.',
    confirm: 'Salir',
    tone: 'danger',
    done: 'Saliste de la organización',
    // This screen is only for members: leave it before the session is read again.
    onDone: () => void Promise.resolve(navigate(paths.home())).then(refreshUser),
  })
}

export { OwnCompanyScreen as Component }
