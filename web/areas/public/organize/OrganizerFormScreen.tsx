import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { getOnboardingInfo, sendOnboarding, type OwnRequest } from '#contract/companies/onboarding.ts'
import type { SessionUser } from '#contract/accounts/accounts.ts'
import { paths } from '#contract/api/paths.ts'
import { endpointQuery, invalidate, queryClient } from '#web/api/query.ts'
import { currentSession, replaceToken, useSession } from '#web/api/session.ts'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { refreshUser } from '#web/features/profile/cache-user.ts'
import { Loaded } from '#web/features/reads/Loaded.tsx'
import { Wizard } from '#web/features/wizard/Wizard.tsx'
import { AskToSignIn } from './AskToSignIn.tsx'
import { DocumentsStep, OrganizationStep, PersonStep, ReviewStep } from './organizer-steps.tsx'
import { defaultsOf, organizerForm, organizerInput, organizerMessage } from './organizer-form.ts'

const query = endpointQuery(getOnboardingInfo, {}, { fresh: true })
export async function loader() {
  if (currentSession()) await queryClient.prefetchQuery(query)
  return null
}

const HEADS = {
  persona: ['Contanos quién sos', 'Quien responde por los eventos.'],
  organizacion: ['Tu organización', 'Así la ve la gente en tus eventos.'],
  documentos: ['Tu DNI, de los dos lados', 'Solo lo ve quien revisa tu pedido. Se borra 90 días después.'],
  revision: ['Revisá y mandá', 'Si algo falta, te avisamos y lo corregís.'],
} as const

/** `/register-organizer/individual` and `/group`: what is asked, and the form once signed in. */
function OrganizerFormScreen() {
  const user = useSession()?.user
  const { pathname } = useLocation()
  const isGroup = pathname.startsWith(paths.organizeTogether())
  const head = HEADS[(useParams()['paso'] ?? 'persona') as keyof typeof HEADS] ?? HEADS.persona
  return (
    <div className="mx-auto w-full max-w-[40rem] px-5 pt-24 pb-20 lg:pt-32">
      {user ? (
        <>
          <h1 className="display text-34">{head[0]}</h1>
          <p className="mt-2 mb-6 text-humo">{head[1]}</p>
          <OwnForm user={user} isGroup={isGroup} />
        </>
      ) : (
        <AskToSignIn isGroup={isGroup} />
      )}
    </div>
  )
}

function OwnForm({ user, isGroup }: { user: SessionUser; isGroup: boolean }) {
  return (
    <Loaded read={useQuery(query)} label="Cargando tu pedido" skeleton="h-96">
      {({ request, maySend }) =>
        maySend ? (
          <OrganizerForm key={user.id} user={user} sent={request} isGroup={isGroup} />
        ) : (
          <Navigate replace to={user.companyId ? paths.organizerEvents() : paths.organizerRequest()} />
        )
      }
    </Loaded>
  )
}

function OrganizerForm({ user, sent, isGroup }: { user: SessionUser; sent: OwnRequest | null; isGroup: boolean }) {
  const navigate = useNavigate()
  const [path, name] = isGroup
    ? [paths.organizeTogetherStep, 'organizar-en-grupo']
    : [paths.organizeAloneStep, 'organizar']
  const type = isGroup
    ? sent?.organizationType === 'Empresa no registrada'
      ? 'Empresa no registrada'
      : 'Empresa'
    : 'Organizador Individual'
  const form = useSubmit(sendOnboarding, {
    schema: organizerForm,
    defaults: defaultsOf(user, sent, type),
    draft: { name, outlivesTab: true },
    toInput: organizerInput,
    errorMessage: organizerMessage,
    done: 'Recibimos tu pedido',
    onDone: async ({ token }) => {
      await replaceToken(token)
      await Promise.all([invalidate(getOnboardingInfo), refreshUser()])
      await navigate(paths.organizerRequest(), { replace: true })
    },
  })
  return (
    <Wizard
      label="Pedí ser organizador"
      form={form}
      at={useParams()['paso']}
      path={path}
      submit="Mandar mi pedido"
      uploading="Mandando las fotos"
      steps={[
        {
          key: 'persona',
          label: 'Persona',
          fields: ['fullName', 'dniNumber', 'email', 'whatsapp', 'provincia', 'ciudad', 'domicilio'],
          children: <PersonStep form={form} />,
        },
        {
          key: 'organizacion',
          label: 'Organización',
          fields: ['organizationType', 'companyName', 'razonSocial', 'cuit', 'nombreOrganizacion'],
          children: <OrganizationStep form={form} isGroup={isGroup} />,
        },
        {
          key: 'documentos',
          label: 'Documentos',
          fields: ['dniPic1', 'dniPic2'],
          children: <DocumentsStep form={form} />,
        },
        {
          key: 'revision',
          label: 'Revisión',
          fields: ['acceptAdvertising'],
          children: <ReviewStep form={form} path={path} />,
        },
      ]}
    />
  )
}

export { OrganizerFormScreen as Component }
