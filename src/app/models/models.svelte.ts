import type { CatalogueModel } from '../../core/models/catalogue';
import { fit, preselect, type Fit } from '../../core/models/catalogue/fit';
import { cards, CATALOGUE } from '../../core/models/catalogue/models';
import type { ChatChoice, LoadProgress } from '../../core/models/chat-model';
import type { Hardware } from '../../core/models/hardware';
import type { Session } from '../session.svelte';
import { explain, isAbort } from '../words';
import { Choices } from './choices.svelte';
import { Downloads } from './downloads.svelte';
import type { ModelRoom } from './model-room';
import { ServerLink } from './server-link.svelte';
import { Trial } from './trial.svelte';

/** A model of the catalogue as it stands on this device. */
export interface ModelCard {
  readonly model: CatalogueModel;
  readonly fit: Fit;
  readonly recommended: boolean;
}

/** Settings → Models: what this device can run, what is stored, what is chosen. */
export class Models {
  readonly choices: Choices;
  readonly downloads: Downloads;
  readonly server: ServerLink;
  readonly trial: Trial;
  hardware = $state.raw<Hardware | null>(null);
  /** Bytes the browser offers beyond what is used; null while unknown. */
  free = $state<number | null>(null);
  sealed = $state(false);
  /** The browser's own model: whether it can be used, and in which state it is. */
  promptApi = $state.raw<{ readonly usable: boolean; readonly words: string } | null>(null);
  /** Getting a model ready, step by step. */
  loading = $state.raw<LoadProgress | null>(null);
  readonly #room: ModelRoom;
  readonly #session: Session;
  #loaded: Promise<void> | undefined;

  constructor(session: Session) {
    const { room } = session;
    const engine = () => session.engine();
    this.#session = session;
    this.#room = room;
    this.choices = new Choices(engine, room);
    this.downloads = new Downloads(room);
    this.server = new ServerLink(room, this.choices);
    this.trial = new Trial(engine);
  }

  /** Looks at this device and at what is stored. Nothing is fetched. */
  load(): Promise<void> {
    return (this.#loaded ??= this.#look().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    }));
  }

  cardsOf(role: CatalogueModel['role']): readonly ModelCard[] {
    const { hardware, free } = this;
    if (!hardware) return [];
    const models = CATALOGUE.filter((model) => model.role === role);
    const best = preselect(models, hardware, free);
    return cards(models).map((model) => {
      const found = fit(model, hardware, this.downloads.storedOf(model.id)?.complete ? null : free, models);
      return { model, fit: found, recommended: best !== null && found.choose.id === best.id };
    });
  }

  /** Models that can be chosen now: stored ones, those of the server, and the browser's own. */
  get chatOptions(): readonly { readonly choice: ChatChoice; readonly title: string }[] {
    const stored = CATALOGUE.filter(({ id, role }) => role === 'chat' && this.downloads.storedOf(id)?.complete);
    const { state } = this.server;
    return [
      ...stored.map(({ id, provider, title }) => ({ choice: { provider, model: id }, title })),
      ...(state.kind === 'connected' ? state.models : []).map(({ name }) => ({
        choice: { provider: 'server' as const, model: name },
        title: `${name} (model server)`,
      })),
      ...(this.promptApi?.usable
        ? [{ choice: { provider: 'prompt-api' as const, model: 'built-in' }, title: 'The browser’s own model' }]
        : []),
    ];
  }

  get embeddingOptions(): readonly CatalogueModel[] {
    return CATALOGUE.filter(({ id, role }) => role === 'embedding' && this.downloads.storedOf(id)?.complete);
  }

  async chooseChat(choice: ChatChoice | null): Promise<void> {
    await this.choices.keep({ chat: choice });
    this.loading = null;
    if (!choice) await this.#room.chat.use().unload();
  }

  async chooseEmbedding(model: string | null): Promise<void> {
    await this.choices.keep({ embedding: model });
  }

  /** Deletes a model's files; it is no longer chosen. */
  async remove(model: string): Promise<void> {
    const { chat, embedding } = this.choices.settings;
    if (chat?.model === model) await this.chooseChat(null);
    if (embedding === model) await this.chooseEmbedding(null);
    await this.downloads.remove(model);
    await this.#measure();
  }

  async seal(sealed: boolean): Promise<void> {
    if (sealed) this.downloads.pauseAll();
    // A policy binds a worker when it starts: the one that may fetch starts afresh under the new one.
    this.#room.download.end();
    await this.#session.shell.seal(sealed);
    await this.choices.keep({ sealed });
    this.sealed = sealed;
  }

  /** Asks the server that was connected before for its models, once its settings are looked at. */
  async greetServer(): Promise<void> {
    const { server } = this.choices.settings;
    if (server && this.server.state.kind === 'off') await this.server.connect(server);
  }

  /** Gets the chosen chat model ready and tells its steps. */
  async warm(choice: ChatChoice): Promise<void> {
    try {
      for await (const progress of this.#room.hostOf(choice.provider).load(choice)) this.loading = progress;
      this.loading = null;
    } catch (error) {
      this.loading = null;
      if (!isAbort(error)) throw new Error(explain('Loading the model', error).what, { cause: error });
    }
  }

  async #look(): Promise<void> {
    this.sealed = await this.#session.shell.sealed();
    await this.#session.engine();
    await Promise.all([
      this.choices.load(),
      this.downloads.load(),
      this.#measure(),
      this.#room.chat
        .use()
        .probe()
        .then((hardware) => (this.hardware = hardware)),
      this.#askBrowser(),
    ]);
  }

  async #measure(): Promise<void> {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    this.free = quota > 0 ? quota - usage : null;
  }

  async #askBrowser(): Promise<void> {
    const { promptApi } = this.#room;
    if (!promptApi) return;
    this.promptApi = await promptApi.describe({ provider: 'prompt-api', model: 'built-in' }).then(
      () => ({ usable: true, words: 'This browser brings a model of its own. It can be chosen without a download.' }),
      (error: unknown) => ({ usable: false, words: error instanceof Error ? error.message : String(error) }),
    );
  }
}

const known = new WeakMap<Session, Models>();

/** The one state of the models of this page, made when it is first needed. */
export function modelsOf(session: Session): Models {
  const models = known.get(session) ?? new Models(session);
  known.set(session, models);
  return models;
}
