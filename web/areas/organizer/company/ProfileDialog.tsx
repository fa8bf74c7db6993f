import * as z from 'zod/mini'
import { updateCompany, type CompanyProfile } from '#contract/companies/companies.ts'
import { NETWORKS, networkName } from '#contract/companies/networks.ts'
import { companyCover, companyImage } from '#contract/api/files.ts'
import { paths } from '#contract/api/paths.ts'
import { ImageField } from '#web/features/files/ImageField.tsx'
import { FormDialog } from '#web/features/forms/FormDialog.tsx'
import { useSubmit } from '#web/features/forms/use-submit.ts'
import { largestImage, profilePicture } from '#web/lib/media.ts'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { TextField } from '#web/ui/fields/TextField.tsx'

const profileInput = z.extend(updateCompany.body, {
  imagen: z.nullable(z.file()),
  cover: z.nullable(z.file()),
  /** Pictures that are taken away. */
  removed: z.array(z.enum(['imagen', 'cover'])),
})

interface ProfileDialogProps {
  company: CompanyProfile
  onClose: () => void
}

/** The public profile of a company. */
export function ProfileDialog({ company, onClose }: ProfileDialogProps) {
  const { name, slug, networks } = company
  const before = { name, slug, descripcion: company.descripcion ?? '', ...networks }
  const form = useSubmit(updateCompany, {
    schema: profileInput,
    defaults: { ...before, imagen: null, cover: null, removed: [] },
    draft: `organizacion:${company.id}`,
    leaveGuard: true,
    // Only the fields changed here: another member may be changing the others.
    toInput: ({ imagen, cover, removed, ...values }) => ({
      params: { companyId: company.id },
      body: Object.fromEntries([
        ...Object.entries(values).filter(([key, value]) => before[key as keyof typeof before] !== value),
        ...removed.map((picture) => [picture, null] as const),
      ]),
      files: { ...(imagen && { imagen }), ...(cover && { cover }) },
    }),
    failures: { slug_taken: 'slug' },
    done: 'Guardaste el perfil',
  })
  const removed = form.fields.watch('removed')
  const remove = (picture: (typeof removed)[number]) =>
    form.fields.setValue('removed', [...removed, picture], { shouldDirty: true })
  return (
    <FormDialog form={form} title="Tu página" submit="Guardar" uploading="Subiendo las fotos" onClose={onClose}>
      <TextField label="Nombre" maxLength={80} {...form.field('name')} />
      <TextField
        label="Dirección"
        hint={`Hoy es ${location.host}${paths.company(slug)}. Si la cambiás, sigue llevando a tu página.`}
        maxLength={60}
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('slug')}
      />
      <TextArea label="Descripción" optional rows={4} maxLength={1000} {...form.field('descripcion')} />
      <ImageField
        label="Foto"
        optional
        shape="round"
        rule={companyImage}
        currentUrl={removed.includes('imagen') ? null : profilePicture(company.imagen)}
        onRemove={() => remove('imagen')}
        {...form.value('imagen')}
      />
      <ImageField
        label="Portada"
        hint="Se ve ancha: al menos 1280 píxeles."
        optional
        rule={companyCover}
        currentUrl={company.cover && !removed.includes('cover') ? largestImage(company.cover.id) : null}
        onRemove={() => remove('cover')}
        {...form.value('cover')}
      />
      {NETWORKS.map((network) => (
        <TextField
          key={network}
          label={networkName(network)}
          placeholder="@tu.usuario"
          optional
          maxLength={200}
          autoCapitalize="none"
          spellCheck={false}
          {...form.field(network)}
        />
      ))}
      <TextField label="Sitio web" optional inputMode="url" maxLength={300} {...form.field('website')} />
    </FormDialog>
  )
}
