--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: api_tokens; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_tokens (
    token_hash text NOT NULL,
    contractor_id text NOT NULL,
    created_at text NOT NULL
);


--
-- Name: contractors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.contractors (
    id text NOT NULL,
    email text NOT NULL,
    business_name text NOT NULL,
    city text NOT NULL,
    state text NOT NULL,
    city_slug text NOT NULL,
    slug text NOT NULL,
    phone text NOT NULL,
    website text NOT NULL,
    plan_tier text NOT NULL,
    created_at text NOT NULL,
    drafts integer DEFAULT 0 NOT NULL,
    published integer DEFAULT 0 NOT NULL,
    archived integer DEFAULT 0 NOT NULL,
    CONSTRAINT contractors_archived_check CHECK ((archived >= 0)),
    CONSTRAINT contractors_drafts_check CHECK ((drafts >= 0)),
    CONSTRAINT contractors_email_check CHECK ((email <> ''::text)),
    CONSTRAINT contractors_plan_tier_check CHECK ((plan_tier = ANY (ARRAY['free'::text, 'pro'::text]))),
    CONSTRAINT contractors_published_check CHECK ((published >= 0))
);


--
-- Name: files_to_remove; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.files_to_remove (
    side text NOT NULL,
    path text NOT NULL,
    not_before text NOT NULL,
    CONSTRAINT files_to_remove_side_check CHECK ((side = ANY (ARRAY['draft'::text, 'public'::text])))
);


--
-- Name: keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.keys (
    name text NOT NULL,
    value text NOT NULL
);


--
-- Name: portfolio_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.portfolio_versions (
    version integer NOT NULL,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    oldest integer
);


--
-- Name: project_images; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.project_images (
    id text NOT NULL,
    project_id text NOT NULL,
    storage_path text NOT NULL,
    public_path text NOT NULL,
    image_type text NOT NULL,
    alt_text text NOT NULL,
    display_order integer NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    content_type text NOT NULL,
    bytes bigint NOT NULL,
    sha256 text NOT NULL,
    uploaded boolean NOT NULL,
    created_at text NOT NULL,
    CONSTRAINT project_images_image_type_check CHECK ((image_type = ANY (ARRAY[''::text, 'before'::text, 'after'::text, 'progress'::text, 'detail'::text])))
);


--
-- Name: projects; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.projects (
    id text NOT NULL,
    contractor_id text NOT NULL,
    title text NOT NULL,
    description text NOT NULL,
    summary text NOT NULL,
    challenge text NOT NULL,
    solution text NOT NULL,
    results text NOT NULL,
    project_type text NOT NULL,
    project_type_slug text NOT NULL,
    neighborhood text NOT NULL,
    city text NOT NULL,
    state text NOT NULL,
    city_slug text NOT NULL,
    duration text NOT NULL,
    slug text NOT NULL,
    slug_final boolean NOT NULL,
    seo_title text NOT NULL,
    seo_description text NOT NULL,
    status text NOT NULL,
    outcome_highlights text NOT NULL,
    materials text NOT NULL,
    techniques text NOT NULL,
    tags text NOT NULL,
    hero_image_id text,
    client_type text NOT NULL,
    budget_range text NOT NULL,
    description_manual boolean NOT NULL,
    description_blocks text NOT NULL,
    created_at text NOT NULL,
    updated_at text NOT NULL,
    published_at text NOT NULL,
    CONSTRAINT projects_budget_range_check CHECK ((budget_range = ANY (ARRAY[''::text, '<5k'::text, '5k-10k'::text, '10k-25k'::text, '25k-50k'::text, '50k+'::text]))),
    CONSTRAINT projects_check CHECK (((status = 'published'::text) = (published_at <> ''::text))),
    CONSTRAINT projects_client_type_check CHECK ((client_type = ANY (ARRAY[''::text, 'residential'::text, 'commercial'::text, 'municipal'::text, 'other'::text]))),
    CONSTRAINT projects_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text])))
);


--
-- Name: uploads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.uploads (
    token_hash text NOT NULL,
    image_id text NOT NULL,
    path text NOT NULL,
    content_type text NOT NULL,
    expires_at text NOT NULL,
    used_at text NOT NULL
);


--
-- Data for Name: api_tokens; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: contractors; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.contractors VALUES ('4901bfbc-3056-4a65-a953-b5286fe34c25', 'owner@localhost', 'My business', '', '', '', 'my-business', '', '', 'pro', '2026-11-28T14:52:15.770085Z', 1, 1, 0);


--
-- Data for Name: files_to_remove; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.keys VALUES ('media', '8ec5d153e2e408eafe042fff094cd02fd73969ba7a35a689f2c147f65b288ae2');
INSERT INTO public.keys VALUES ('media folder', 'done');
INSERT INTO public.keys VALUES ('files', '26eb5faf9358e66987e28d80168bc4edbf41bf9f6d2de33f4a940b50ad969c92');


--
-- Data for Name: portfolio_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.portfolio_versions VALUES (0, '2026-11-28 14:52:15.437394+00', NULL);
INSERT INTO public.portfolio_versions VALUES (1, '2026-11-28 14:52:15.445024+00', 1);


--
-- Data for Name: project_images; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.project_images VALUES ('4d85b1e9-09cd-40a0-bb4a-20f65aa51798', '0bf571d5-92e4-4159-b047-df81ab9f5f33', '4901bfbc-3056-4a65-a953-b5286fe34c25/0bf571d5-92e4-4159-b047-df81ab9f5f33/before-4d85b1e909cd.png', '0bf571d5-92e4-4159-b047-df81ab9f5f33/a4ymbwdo6w6ad5naafjjyj5zlt.png', 'before', 'The old chimney', 0, 64, 64, 'image/png', 179, 'f59081e367191d552eb7722fc347065d17ebfbd04116fff856fdbd86179a3d90', true, '2026-11-28T14:52:15.898518Z');
INSERT INTO public.project_images VALUES ('da3dccbf-3e5d-4a70-b96b-80b030d01986', '0bf571d5-92e4-4159-b047-df81ab9f5f33', '4901bfbc-3056-4a65-a953-b5286fe34c25/0bf571d5-92e4-4159-b047-df81ab9f5f33/after-da3dccbf3e5d.png', '0bf571d5-92e4-4159-b047-df81ab9f5f33/ihy2yqdewbn2xajg7iipl5jtm4.png', 'after', 'The new chimney', 1, 64, 64, 'image/png', 179, 'e454c070346b810283c40de16e561455aed1d2c4016951a8ee1100d9c7e7a474', true, '2026-11-28T14:52:15.946245Z');


--
-- Data for Name: projects; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.projects VALUES ('0bf571d5-92e4-4159-b047-df81ab9f5f33', '4901bfbc-3056-4a65-a953-b5286fe34c25', 'Chimney rebuild', 'A chimney, rebuilt.

Challenge
It leaned.

Solution
We rebuilt it.

Results
It stands.', 'A chimney, rebuilt.', 'It leaned.', 'We rebuilt it.', 'It stands.', 'Chimney', 'chimney', '', 'Denver', 'CO', 'denver-co', '', 'chimney-rebuild-8483c9ac', true, 'Chimney rebuild | My business', 'A chimney, rebuilt. Challenge It leaned. Solution We rebuilt it. Results It stands.', 'published', '[]', '[]', '[]', '[]', 'da3dccbf-3e5d-4a70-b96b-80b030d01986', '', '', false, '', '2026-11-28T14:52:15.777067Z', '2026-11-28T14:52:16.478462Z', '2026-11-28T14:52:16.478462Z');
INSERT INTO public.projects VALUES ('07edc7b7-d2e8-46ab-b378-26b77cafe18f', '4901bfbc-3056-4a65-a953-b5286fe34c25', 'Garden wall', '', '', '', '', '', '', '', '', '', '', '', '', 'garden-wall-cf0ba7c1', true, '', '', 'draft', '[]', '[]', '[]', '[]', NULL, '', '', false, '', '2026-11-28T14:52:16.569715Z', '2026-11-28T14:52:16.569715Z', '');


--
-- Data for Name: uploads; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.uploads VALUES ('54097ea4d9261adf18e88b43c16a17fb9eeca9d0a1c88d69c05d2c1c7faa9c1f', '4d85b1e9-09cd-40a0-bb4a-20f65aa51798', '4901bfbc-3056-4a65-a953-b5286fe34c25/0bf571d5-92e4-4159-b047-df81ab9f5f33/before-4d85b1e909cd.png', 'image/png', '2026-11-28T16:52:15.898518Z', '2026-11-28T14:52:15.942881Z');
INSERT INTO public.uploads VALUES ('78ec04ce19ca9f704cfa8280cf3cf2156eaca2d174de72d8dfbbb796fe7f1fe7', 'da3dccbf-3e5d-4a70-b96b-80b030d01986', '4901bfbc-3056-4a65-a953-b5286fe34c25/0bf571d5-92e4-4159-b047-df81ab9f5f33/after-da3dccbf3e5d.png', 'image/png', '2026-11-28T16:52:15.946245Z', '2026-11-28T14:52:15.955834Z');


--
-- Name: api_tokens api_tokens_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_pkey PRIMARY KEY (token_hash);


--
-- Name: contractors contractors_email_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contractors
    ADD CONSTRAINT contractors_email_key UNIQUE (email);


--
-- Name: contractors contractors_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.contractors
    ADD CONSTRAINT contractors_pkey PRIMARY KEY (id);


--
-- Name: files_to_remove files_to_remove_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.files_to_remove
    ADD CONSTRAINT files_to_remove_pkey PRIMARY KEY (side, path);


--
-- Name: keys keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (name);


--
-- Name: portfolio_versions portfolio_versions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.portfolio_versions
    ADD CONSTRAINT portfolio_versions_pkey PRIMARY KEY (version);


--
-- Name: project_images project_images_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_pkey PRIMARY KEY (id);


--
-- Name: project_images project_images_storage_path_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_storage_path_key UNIQUE (storage_path);


--
-- Name: projects projects_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);


--
-- Name: projects projects_slug_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_slug_key UNIQUE (slug);


--
-- Name: uploads uploads_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (token_hash);


--
-- Name: api_tokens_contractor; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_tokens_contractor ON public.api_tokens USING btree (contractor_id);


--
-- Name: files_to_remove_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX files_to_remove_due ON public.files_to_remove USING btree (not_before);


--
-- Name: project_images_order; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX project_images_order ON public.project_images USING btree (project_id, display_order);


--
-- Name: projects_hero; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX projects_hero ON public.projects USING btree (hero_image_id);


--
-- Name: projects_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX projects_newest ON public.projects USING btree (contractor_id, created_at DESC, id);


--
-- Name: projects_newest_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX projects_newest_status ON public.projects USING btree (contractor_id, status, created_at DESC, id);


--
-- Name: projects_published; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX projects_published ON public.projects USING btree (status, published_at DESC, id);


--
-- Name: uploads_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_expiry ON public.uploads USING btree (used_at, expires_at);


--
-- Name: uploads_image; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX uploads_image ON public.uploads USING btree (image_id);


--
-- Name: api_tokens api_tokens_contractor_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_tokens
    ADD CONSTRAINT api_tokens_contractor_id_fkey FOREIGN KEY (contractor_id) REFERENCES public.contractors(id) ON DELETE CASCADE;


--
-- Name: project_images project_images_project_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;


--
-- Name: projects projects_contractor_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_contractor_id_fkey FOREIGN KEY (contractor_id) REFERENCES public.contractors(id) ON DELETE CASCADE;


--
-- Name: projects projects_hero; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_hero FOREIGN KEY (hero_image_id) REFERENCES public.project_images(id) ON DELETE SET NULL;


--
-- Name: uploads uploads_image_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_image_id_fkey FOREIGN KEY (image_id) REFERENCES public.project_images(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


