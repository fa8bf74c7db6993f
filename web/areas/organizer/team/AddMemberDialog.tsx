import { useState } from 'react'
import * as z from 'zod/mini'
import { mail, personName } from '#contract/accounts/accounts.ts'
import type { Answer } from '#contract/api/endpoint.ts'
import { addEventStaff, TEAM_KINDS, type TeamKind } from '#contract/events/events-team.ts'
import type { FoundUser } from '#contract/accounts/people.ts'
import { typedPhone } from '#contract/values/phone.ts'
import { useAct } from '#web/features/acts/use-act.tsx'
import { Form } from '#web/features/forms/Form.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { ChoiceField } from '#web/ui/fields/ChoiceField.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { EmailField } from '#web/ui/fields/EmailField.tsx'
import { PhoneField } from '#web/features/phone/PhoneField.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'
import { RadioGroup } from '#web/ui/fields/RadioGroup.tsx'
import { Tabs } from '#web/ui/data/Tabs.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { PeopleSearch } from './PeopleSearch.tsx'
import { teamSections, teamWork } from '#web/features/people/role-words.ts'
import { useEventChoices } from '#web/features/events/event-choices.ts'

const invitation = z.object({
  eventId: z.string().check(z.minLength(1, 'Elegí el evento')),
  kind: z.enum(TEAM_KINDS, 'Elegí qué va a hacer'),
  name: personName,
  phone: typedPhone,
  mail,
})

const work = TEAM_KINDS.map((value) => ({
  value,
  label: teamWork[value],
  hint: teamSections.find(({ kind }) => kind === value)?.text,
}))

interface AddMemberDialogProps {
  /** The event, when it is known where the person joins. */
  eventId?: string
  /** What the person will do, where it is known from where they are added; it can be changed. */
  kind?: TeamKind
  onAdded?: (member: Answer<typeof addEventStaff>, kind: TeamKind) => void
  onClose: () => void
}

/** Adds a person to the team of an event: invited by phone and mail, or found among the people of own events. */
export function AddMemberDialog({ eventId: fixedEventId, kind: firstKind, onAdded, onClose }: AddMemberDialogProps) {
  const events = useEventChoices('open')
  const [way, setWay] = useState('invite')
  function finish(member: Answer<typeof addEventStaff>) {
    const { kind } = form.fields.getValues()
    form.discard()
    onClose()
    showToast(
      member.state === 'pending' ? `Le mandamos la invitación a ${member.name}` : `${member.name} ya está en el equipo`,
      'success',
    )
    onAdded?.(member, kind)
  }
  const form = useSubmit(addEventStaff, {
    schema: invitation,
    defaults: { eventId: fixedEventId ?? '', ...(firstKind && { kind: firstKind }), name: '', phone: '', mail: '' },
    draft: `sumar:${[fixedEventId, firstKind].filter(Boolean).join(':')}`,
    toInput: ({ eventId, ...body }) => ({ params: { id: eventId }, body }),
    failures: { invalid_phone: 'phone' },
    onDone: finish,
  })
  const adding = useAct(addEventStaff, {
    input: ({ id: userId }: FoundUser) => {
      const { eventId, kind } = form.fields.getValues()
      return { params: { id: eventId }, body: { kind, userId } }
    },
    onDone: finish,
    onFail: form.showFailure,
    isProblemShown: true,
  })

  /** A person who was found needs no more than the event and the work. */
  async function add(user: FoundUser) {
    form.fields.clearErrors('root')
    if (!(await form.fields.trigger(['eventId', 'kind']))) return
    await adding.run(user)
  }

  return (
    <Dialog open onClose={onClose} title="Sumar al equipo">
      <div className="mb-5 flex flex-col gap-4">
        {fixedEventId === undefined && (
          <ChoiceField label="Evento" placeholder="Elegí el evento" options={events} {...form.value('eventId')} />
        )}
        <RadioGroup label="Qué va a hacer" options={work} {...form.value('kind')} />
      </div>
      <Tabs
        label="Cómo sumar"
        value={way}
        onChange={(next) => {
          form.fields.clearErrors('root')
          setWay(next)
        }}
        tabs={[
          {
            key: 'invite',
            label: 'Invitar',
            panel: (
              <Form form={form} submit="Invitar" button={{ wide: true }} className="gap-4" isProblemElsewhere>
                <TextField label="Nombre y apellido" autoComplete="off" {...form.field('name')} />
                <PhoneField label="WhatsApp" autoComplete="off" {...form.value('phone')} />
                <EmailField autoComplete="off" {...form.field('mail')} />
                <p className="text-14 text-humo">Le mandamos la invitación. Entra al equipo cuando la acepta.</p>
              </Form>
            ),
          },
          {
            key: 'search',
            label: 'Buscar entre tu gente',
            panel: <PeopleSearch isBusy={adding.isPending} onChoose={(user) => void add(user)} />,
          },
        ]}
      />
      <Problem message={form.problem} className="mt-3" />
    </Dialog>
  )
}
